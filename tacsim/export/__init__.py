"""Export: a saved battle as something to share, made with nobody at a terminal.

Each form is a module: :mod:`~tacsim.export.cast`, :mod:`~tacsim.export.chronicle`,
:mod:`~tacsim.export.lines`, :mod:`~tacsim.export.picture` and :mod:`~tacsim.export.page`. What is
shown is what a side could see, or everything.
"""
