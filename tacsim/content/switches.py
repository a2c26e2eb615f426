"""The table ``[rules]`` of a scenario: a preset of the ruleset's switches, and switches over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from tacsim.i18n import N_, _
from tacsim.rulesets import RulesetContent
from tacsim.rulesets.schema import Json, Named, Path, Problem, Truth, Word, Words

PRESET = "preset"
"""The key of a preset among the switches."""


@attrs.frozen
class Switches:
    """The form of the table under a ruleset."""

    rules: RulesetContent

    @property
    def _switches(self) -> Named:
        return Named(Word(N_("switch"), tuple(one.name for one in self.rules.switches)), Truth())

    @property
    def _preset(self) -> Word:
        return Word(N_("preset"), tuple(self.rules.presets))

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """A preset that there is not, and whatever is wrong with the switches."""
        if isinstance(value, Mapping) and PRESET in value:
            if self.rules.presets:
                yield from self._preset.problems(value[PRESET], words, (*path, PRESET))
            else:
                text = _("{ruleset} has no presets").format(ruleset=self.rules.id)
                yield (*path, PRESET), text
            value = {key: one for key, one in value.items() if key != PRESET}
        yield from self._switches.problems(value, words, path)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        form = self._switches.described(words)
        if self.rules.presets:
            form["properties"][PRESET] = self._preset.described(words)
        return form

    @property
    def named(self) -> dict[str, dict[str, bool]]:
        """Every switch as each preset has it, by name; first as they come, without a name."""
        return {name: self.chosen({PRESET: name}) for name in ("", *self.rules.presets)}

    def chosen(self, table: Mapping[str, bool | str]) -> dict[str, bool]:
        """Every switch as a table without faults has it.

        >>> from tacsim.rulesets import content
        >>> d20 = Switches(content("d20"))
        >>> d20.chosen({})["overrun_charge"], d20.chosen({"preset": "korean"})["overrun_charge"]
        (True, False)
        >>> d20.chosen({"preset": "korean", "overrun_charge": True})["overrun_charge"]
        True
        """
        usual = {one.name: one.default for one in self.rules.switches}
        preset = self.rules.presets.get(str(table.get(PRESET, "")), {})
        own = {key: bool(one) for key, one in table.items() if key != PRESET}
        return {**usual, **preset, **own}
