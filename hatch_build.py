"""What the wheel carries besides the program, made of what it is built from.

Which tests show each rule (``tacsim rules``), the JSON Schemas of files (``tacsim schema``) and the
catalogues of messages, compiled.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface[Any]):
    """Writes files into the wheel; a checkout makes them as they are asked for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them as the program does; an editable install does so itself, but for catalogues."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from tacsim.i18n import folder

        for made in folder().glob("*/LC_MESSAGES/*.mo"):
            name = made.relative_to(root).as_posix()
            build_data["artifacts"].append(f"/{name}")
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()  # goes with the build
        for number, (name, data) in enumerate(_made(root)):
            file = Path(self.folder.name) / f"{number}.json"
            file.write_text(json.dumps(data), "utf-8")
            build_data["force_include"][str(file)] = f"tacsim/{name}.json"


def _made(root: Path) -> Iterator[tuple[str, object]]:
    """The files by their names in the package."""
    from tacsim.content.json_schemas import json_schema, names
    from tacsim.rulesets.evidence import collected

    yield "rulesets/evidence", collected(root / "tests")
    for kind, ruleset in names():
        yield f"schemas/{kind}{f'.{ruleset}' if ruleset else ''}", json_schema(kind, ruleset)
