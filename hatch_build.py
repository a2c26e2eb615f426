"""What the wheel carries besides the program: which tests show each rule (``tacsim rules``)."""

from __future__ import annotations

import json
import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Evidence(BuildHookInterface[Any]):
    """Writes ``tacsim/rulesets/evidence.json`` into the wheel; a checkout reads its tests."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Collect the tests as the program does; an editable install has them at hand."""
        if version == "editable":
            return
        root = Path(self.root)
        module = runpy.run_path(str(root / "tacsim" / "rulesets" / "evidence.py"))
        self.folder = tempfile.TemporaryDirectory()  # goes with the build
        file = Path(self.folder.name) / "evidence.json"
        file.write_text(json.dumps(module["collected"](root / "tests")), "utf-8")
        build_data["force_include"][str(file)] = "tacsim/rulesets/evidence.json"
