"""Catalogues of messages, compiled: in a wheel by the build, in a checkout as they are needed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def compiled(text: Path) -> bytes:
    """What gettext reads, of a file of translations; what is fuzzy or missing is left out."""
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with text.open("rb") as file:
        catalogue = read_po(file)
    data = BytesIO()
    write_mo(data, catalogue)
    return data.getvalue()


def refresh(folder: Path, domain: str) -> None:
    """Compile each catalogue that is newer than its compiled form, where Babel is there for it."""
    for text in folder.glob(f"*/LC_MESSAGES/{domain}.po"):
        made = text.with_suffix(".mo")
        if made.exists() and made.stat().st_mtime_ns >= text.stat().st_mtime_ns:
            continue
        try:
            data = compiled(text)
            number, name = tempfile.mkstemp(dir=text.parent)
            with os.fdopen(number, "wb") as file:
                file.write(data)
            Path(name).replace(made)
        except (ImportError, OSError):
            continue  # an older one serves, or the words stay English
