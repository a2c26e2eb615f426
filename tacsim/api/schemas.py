"""JSON Schemas of the files, for those who may not look into ``content``."""

from __future__ import annotations

from tacsim.content.json_schemas import json_schema

__all__ = ["json_schema"]
