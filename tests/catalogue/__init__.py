"""Catalogues of messages: what is to be translated, and keeping the translations up to it."""
