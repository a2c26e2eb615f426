"""The app, what every screen has, options, themes, keys, and what is said when it goes wrong."""
