"""Stamina on the screen: put into attacks, opportunities and defences over a table of the odds."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from app.conftest import Play
from app.players import (
    CROSSING,
    SCENARIOS,
    board_of,
    click_on,
    game,
    press,
    screen,
    seat,
    settled,
    shown,
    until,
)
from gate import slow
from pool.fights import fight
from rich.cells import cell_len
from textual.pilot import Pilot

from tacsim.ai.weighing.rollouts import Sum
from tacsim.ai.weighing.tactician import Weighed, Weighing
from tacsim.app.battle.cards.bids_table import table
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.stamina import StrikeCard
from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.widgets.text import MORE
from tacsim.core.agenda import Attacking
from tacsim.core.intents import Decline, EndTurn, Move, Strike, Take
from tacsim.player.pointing.bids import Bids, of_attack
from tacsim.rules.choices import choices
from tacsim.rules.combat.weapons import named_weapon

STAMINA = SCENARIOS / "stamina.toml"
TO_BO, TO_KURT = ("enter", "a"), ("enter", "a", "tab")
"""Vera's turn, and her attack aimed at one of two foes beside her."""
AWAY = ("enter", "left", "up", "enter", "enter")
"""Vera's turn, and a step out of the reach of both foes, warned of and made all the same."""


def intents(pilot: Pilot[int]) -> list[Any]:
    return screen(pilot).game.session.intents


def rows_of(pilot: Pilot[int]) -> list[str]:
    """The lines of the card that is open, or of the whole screen."""
    rows = shown(pilot).splitlines()
    for card in pilot.app.screen.query("#card"):
        here = card.region
        rows = [row[here.x : here.right] for row in rows[here.y : here.bottom]]
    return rows


def text_of(pilot: Pilot[int]) -> str:
    """The text on the card or the screen, its lines joined and its spaces single."""
    return " ".join(" ".join(rows_of(pilot)).split())


def row(pilot: Pilot[int], label: str) -> list[str]:
    """The figures of the first row of a table that begins with a label."""
    start = re.compile(rf"\s*{re.escape(label)}\s{{2,}}(?=[\[\d-])")
    line = next(one for one in rows_of(pilot) if start.match(one))
    return re.findall(r"\[?\d[\d.]*\]?|-(?= |$)", line.partition(label)[2])


# --- an independent count ------------------------------------------------------------------------


def successes(dice: int) -> list[Fraction]:
    """The chances of 0, 1, 2 ... successes, built up die by die."""
    chances = [Fraction(1)]
    for _ in range(dice):
        longer = [*chances, Fraction(0)]
        chances = [
            longer[n] * Fraction(2, 3) + (chances[n - 1] * Fraction(1, 3) if n else 0)
            for n in range(len(longer))
        ]
    return chances


def blow(attack: int, defence: int, soak: int, reduction: int = 0) -> tuple[str, str]:
    """Chance to hit and mean Vitality lost of a blow of 3 damage against an Absorption of 3."""
    hit = lost = Fraction(0)
    for hits, chance in enumerate(successes(attack)):
        for stops, against in enumerate(successes(defence)):
            if hits <= stops:
                continue
            hit += chance * against
            risk = min(6, 3 + hits - stops - 1) - reduction
            for soaked, held in enumerate(successes(soak)):
                if risk - soaked > 0:
                    lost += chance * against * held * (1 + (risk - soaked) // 3)
    return f"{float(hit) * 100:.0f}", f"{float(lost):.2f}"


def figures(*blows: tuple[str, str]) -> tuple[list[str], list[str]]:
    return [hit for hit, _lost in blows], [lost for _hit, lost in blows]


# --- an attack in one's turn ---------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("pool.attack.roll", "pool.attack.resolve", "pool.damage.order")
async def test_an_attack_asks_how_much_goes_in_over_exact_odds(play: Play) -> None:
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        await press(pilot, *TO_BO)
        hint = shown(pilot).splitlines()[-3:]
        assert "from 1 of 4 Stamina" in hint[0]
        assert "attack Bo: sword 5 v 3 dice" in hint[1]  # might 3, quality 1, Stamina 1
        await press(pilot, "enter")
        assert not intents(pilot)
        assert isinstance(pilot.app.screen, StrikeCard)
        assert "Vera attacks Bo" in shown(pilot)
        assert row(pilot, "Stamina") == ["[1]", "2", "3", "4"]
        assert row(pilot, "dice") == ["5", "6", "7", "8"]
        hits, losses = figures(*(blow(4 + n, 3, soak=2) for n in (1, 2, 3, 4)))
        assert row(pilot, "to hit") == hits
        assert row(pilot, "damage") == losses
        assert "Costs 1 of 4 Stamina. Leaves 3 for more attacks" in text_of(pilot)


@pytest.mark.asyncio
async def test_a_click_on_a_key_or_its_word_presses_it(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter")
        for key, amount in (("- +", 2), ("[-", 1), ("- +", 2), ("] Stamina", 2)):
            await click_on(pilot, "#keys", key)
            assert row(pilot, "Stamina")[amount - 1] == f"[{amount}]", key
        await click_on(pilot, "#keys", "back")
        assert not isinstance(pilot.app.screen, StrikeCard)
        await press(pilot, "enter")
        await click_on(pilot, "#keys", "[Enter] strike")
        assert intents(pilot)[-1] == Strike("vera", "bo", stamina=1)


@pytest.mark.asyncio
async def test_keys_change_the_amount_and_enter_strikes_with_it(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter")
        for key, amount in (("right", 2), ("plus", 3), ("left", 2), ("minus", 1), ("minus", 1),
                            ("3", 3), ("9", 3), ("0", 3), ("end", 4), ("home", 1), ("up", 1),
                            ("down", 2)):  # fmt: skip
            await press(pilot, key)
            assert f"[{amount}]" in row(pilot, "Stamina"), key
        assert "Costs 2 of 4 Stamina. Leaves 2" in text_of(pilot)
        await press(pilot, "4")
        assert "Leaves nothing for more attacks" in text_of(pilot)
        await press(pilot, "2", "enter")
        assert intents(pilot)[0] == Strike("vera", "bo", stamina=2)


@pytest.mark.asyncio
async def test_the_amount_is_chosen_by_the_mouse_and_out_of_the_palette_too(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter")
        for told, amount in (("+ more", 2), ("+ more", 3), ("- less", 2)):
            foot = shown(pilot).splitlines()[-1]
            await pilot.click(offset=(foot.index(told), pilot.app.size.height - 1))
            await settled(pilot)
            assert f"[{amount}]" in row(pilot, "Stamina"), told
        await press(pilot, "ctrl+p", *"more stam")
        await until(pilot, lambda: "More Stamina (+)" in shown(pilot))
        await press(pilot, "down", "enter")
        await until(pilot, lambda: "[3]" in text_of(pilot))


@pytest.mark.asyncio
async def test_escape_goes_back_and_nothing_has_happened(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter", "right", "escape")
        assert pilot.app.screen is screen(pilot)
        assert not intents(pilot)
        assert "attack Bo" in shown(pilot)
        await press(pilot, "enter")
        assert "[1]" in row(pilot, "Stamina")  # what was not struck with is not remembered


@pytest.mark.asyncio
async def test_a_click_on_a_foe_asks_as_well(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter")
        board = board_of(pilot)
        x, y = board.camera.position((4, 3, 0))
        await pilot.click(board, offset=(x, y))
        await pilot.click(board, offset=(x, y))
        await settled(pilot)
        assert isinstance(pilot.app.screen, StrikeCard)
        assert "Vera attacks Bo" in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.rule("pool.actions")
async def test_the_amount_is_remembered_for_the_turn_and_the_tax_is_in_the_price(
    play: Play,
) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter", "2", "enter", "n")
        assert intents(pilot) == [Strike("vera", "bo", stamina=2), Decline("bo")]
        await press(pilot, "a")
        assert "from 2 of 2 Stamina" in shown(pilot)
        await press(pilot, "enter")
        # 2 are left, and an attack of 1 costs 2 now: 2 cannot be put in again
        assert row(pilot, "Stamina") == ["[1]"]
        assert row(pilot, "costs") == ["2"]
        assert "Costs 2 of 2 Stamina, 1 of it for its attacks before." in text_of(pilot)


@pytest.mark.asyncio
async def test_an_amount_that_can_still_be_paid_is_offered_again(
    play: Play, tmp_path: Path
) -> None:
    rich = tmp_path / "rich.toml"
    rich.write_text(STAMINA.read_text().replace("stamina = 4", "stamina = 8"))
    async with play(game(rich)) as pilot:
        await press(pilot, *TO_BO, "enter", "2", "enter", "n", "a", "enter")
        assert row(pilot, "Stamina") == ["1", "[2]", "3", "4", "5"]  # 6 are left, 1 is the tax
        assert row(pilot, "costs") == ["2", "3", "4", "5", "6"]
        await press(pilot, "3", "enter", "n")
        selection = seat(pilot).selection
        assert selection.last_bid == 3
        await press(pilot, "full_stop")  # Iris, to whom Vera's amounts are nothing
        assert selection.last_bid == 0
        for key in ("full_stop", "enter", "full_stop", "full_stop", "enter"):
            await press(pilot, key)
        assert seat(pilot).playback.battle.world.clock.round == 2
        await press(pilot, "a", "enter")
        assert "[1]" in row(pilot, "Stamina")


@pytest.mark.asyncio
async def test_another_weapon_can_be_taken_on_the_card(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter", "right")
        assert "Sword. Bo defends itself with 3 dice, and more if it puts" in shown(pilot)
        before = row(pilot, "damage")
        await press(pilot, "t")
        assert "Knife. Bo defends" in shown(pilot)
        assert "[2]" in row(pilot, "Stamina")
        assert row(pilot, "damage") != before
        await press(pilot, "y")
        assert intents(pilot)[0] == Strike("vera", "bo", "knife", stamina=2)


@pytest.mark.asyncio
async def test_that_another_weapon_can_be_taken_is_said_at_once(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter")
        assert isinstance(pilot.app.screen, StrikeCard)
        assert "[t] other weapon" in text_of(pilot)


async def test_why_shows_the_clauses_and_the_odds_again(play: Play) -> None:
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        await press(pilot, *TO_BO, "enter", "w")
        assert "pool.actions" in text_of(pilot)
        assert "Costs" not in shown(pilot)
        for _ in range(12):
            await press(pilot, "down")
        assert "pool.attack.resolve" in text_of(pilot)
        assert "[Enter] strike" in shown(pilot)
        await press(pilot, "w")
        assert "[1]" in row(pilot, "Stamina")  # scrolling has changed nothing


@pytest.mark.asyncio
async def test_why_and_looking_say_something_of_everybody_near_and_far(play: Play) -> None:
    """Neighbours too, whose cover is a matter of cubes; planned and just looked at."""
    async with play(game(STAMINA), size=(100, 30)) as pilot:
        await press(pilot, "enter")
        count = len(screen(pilot).game.session.battle.world.ids)
        for tool in ((), ("x",)):
            await press(pilot, *tool)
            asked = set()
            for _ in range(count):
                await press(pilot, "tab", "w")
                card = pilot.app.screen
                assert isinstance(card, WhyCard)
                asked.add(card.heading())
                assert "The place, for Vera" in text_of(pilot)
                await press(pilot, "escape")
            assert len(asked) == count


@pytest.mark.asyncio
async def test_rules_without_stamina_ask_nothing(play: Play) -> None:
    async with play(game(CROSSING)) as pilot:
        planner = seat(pilot).selection.planner
        assert planner is not None
        frame = Attacking(planner.actor, planner.targets[0],
                          planner.battle.world[planner.actor].offence.weapons[0])  # fmt: skip
        intent = Strike(planner.actor, planner.targets[0])
        assert of_attack(planner.choices, intent, frame) is None


# --- opportunities -------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("pool.aoo.cost", "pool.aoo.leave")
async def test_an_opportunity_is_taken_with_an_amount(play: Play) -> None:
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        await press(pilot, *AWAY)
        assert isinstance(pilot.app.screen, QuestionCard)
        assert "Opportunity for Kurt" in shown(pilot)
        assert "Vera is about to leave Kurt's reach." in shown(pilot)
        assert row(pilot, "Stamina") == ["[1]", "2", "3"]
        hits, losses = figures(*(blow(5 + n, 3, soak=2) for n in (1, 2, 3)))
        assert row(pilot, "to hit") == hits
        assert row(pilot, "damage") == losses
        await press(pilot, "right", "right")
        assert "Costs 3 of 3 Stamina. Leaves nothing for defence" in text_of(pilot)
        await press(pilot, "y")
        assert intents(pilot)[1] == Take("kurt", stamina=3)


@pytest.mark.asyncio
async def test_what_came_of_the_last_answer_stands_below_the_next_question(play: Play) -> None:
    """The log lies under the card; in the next turn the remark is gone."""
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        await press(pilot, *AWAY, "y", "n")
        assert "Opportunity for Bo" in shown(pilot)
        foot = " ".join(shown(pilot).splitlines()[-3:-1])
        assert "Kurt strikes Vera with mace" in foot
        await press(pilot, "n")
        await settled(pilot)
        assert not isinstance(pilot.app.screen, QuestionCard)
        foot = " ".join(shown(pilot).splitlines()[-3:-1])
        assert "strikes" not in foot


@pytest.mark.asyncio
async def test_advice_on_a_question_is_in_sight_on_a_low_terminal(play: Play) -> None:
    """It comes below the table, for which alone there is room."""
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        card = await attacked(pilot)
        said = ["The commander would: parry (+0.2).", "", "Ahead of: dodge."]
        vars(card).update(_advise=lambda _haste: None, _weighed=lambda *_: said)
        await press(pilot, "A")
        await until(pilot, lambda: said[0] in shown(pilot) and said[-1] in shown(pilot))
        await press(pilot, "A")
        assert "The commander" not in shown(pilot)
        assert row(pilot, "Stamina") == ["0", "[1]", "2"]


@pytest.mark.asyncio
async def test_advice_calls_answers_what_the_keys_of_the_question_call_them(play: Play) -> None:
    """What is advised is looked up among the keys by its name."""
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        card = await attacked(pilot)
        none, two, worth = Decline("kurt"), Take("kurt", stamina=2, defence="dodge"), Sum(0, 0, 0)
        found = tuple(Weighed(one, worth, 4, worth) for one in (none, two))
        vars(card)["_advise"] = lambda _haste: Weighing(none, none, found)
        await press(pilot, "tab", "right", "A")
        await until(pilot, lambda: "The commander would: put none in (+0.00)." in shown(pilot))
        assert "\ndodge with 2 Stamina (+0.00)." in "\n".join(map(str.strip, rows_of(pilot)))
        keys = " ".join(shown(pilot).splitlines())
        assert "[n] put none in" in keys
        assert "[y] dodge with 2 Stamina" in keys


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("key", "answer"), [("a", Take("kurt")), *slow(("v", Decline("kurt"))), ("n", Decline("kurt"))]
)
async def test_answers_for_good_put_the_least_in(play: Play, key: str, answer: Any) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *AWAY, "right", key)
        assert intents(pilot)[1] == answer
        standing = screen(pilot).game_loop.standing
        assert standing == {"a": {"kurt": "always"}, "v": {"kurt": "never"}, "n": {}}[key]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "said"),
    [
        (((4, 3, 0), (4, 4, 0)), "Vera is about to come through Bo's space."),
        (((5, 3, 0), (4, 2, 0)), "Vera moves on within Kurt's reach."),
    ],
)
@pytest.mark.rule("pool.enemy.pass", "pool.footwork")
async def test_the_question_says_what_gives_the_opportunity(
    play: Play, path: tuple[Any, ...], said: str
) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, "enter")
        screen(pilot).game_loop.submit(Move("vera", path=path))
        await settled(pilot)
        while "Bo's" in said and "Opportunity for Bo" not in shown(pilot):
            await press(pilot, "n")
        assert said in shown(pilot)


# --- defences ------------------------------------------------------------------------------------


async def attacked(pilot: Pilot[int], *keys: str) -> QuestionCard:
    """Vera strikes Kurt with 2 Stamina, and Kurt is asked, by this card; then some keys."""
    await press(pilot, *TO_KURT, "enter", "2", "enter")
    card = pilot.app.screen
    assert isinstance(card, QuestionCard)
    await press(pilot, *keys)
    return card


@pytest.mark.asyncio
@pytest.mark.rule("pool.defence", "pool.armour")
async def test_the_one_attacked_chooses_a_defence_and_what_goes_in(play: Play) -> None:
    async with play(game(STAMINA), size=(80, 24)) as pilot:
        await attacked(pilot)
        assert "Attacked: Kurt" in shown(pilot)
        assert "Vera attacks Kurt with 6 dice: sword." in shown(pilot)
        assert row(pilot, "Stamina") == ["0", "[1]", "2"]
        assert row(pilot, "costs") == ["0", "2", "3"]  # heavy armour takes one more
        parries, hurt = figures(*(blow(6, 4 + n, soak=3, reduction=2) for n in (0, 1, 2)))
        dodges, grazed = figures(*(blow(6, 3 + n, soak=3, reduction=2) for n in (1, 2)))
        assert row(pilot, "▸ Parry: it hits") == parries
        assert row(pilot, "damage") == hurt  # as the table of an attack calls it
        assert row(pilot, "Dodge: it hits") == ["-", *dodges]
        lines = shown(pilot).splitlines()
        below = next(n for n, line in enumerate(lines) if "Dodge: it hits" in line)
        assert re.findall(r"\d\.\d\d", lines[below + 1]) == grazed
        assert "Costs 2 of 3 Stamina, 1 of it for its armour. Leaves 1 for" in text_of(pilot)
        assert "[y] parry with 1 Stamina" in shown(pilot)
        await press(pilot, "tab", "right")
        assert "▸ Dodge: it hits" in shown(pilot)
        assert "[y] dodge with 2 Stamina" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[1] == Take("kurt", stamina=2, defence="dodge")
        assert seat(pilot).playback.battle.world["kurt"].resources["stamina"] == 0


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "keys", [("n",), ("0", "y"), *slow((("left", "enter"),), (("down", "0", "y"),))]
)
async def test_nothing_goes_in_by_declining_or_by_choosing_0(
    play: Play, keys: tuple[str, ...]
) -> None:
    async with play(game(STAMINA)) as pilot:
        await attacked(pilot, *keys)
        assert intents(pilot)[1] == Decline("kurt")
        assert not screen(pilot).game_loop.standing


@pytest.mark.asyncio
async def test_escape_answers_nothing_and_only_hides_the_reasons(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await attacked(pilot, "w")
        with_reasons = shown(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert shown(pilot) != with_reasons
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert len(intents(pilot)) == 1


@pytest.mark.asyncio
async def test_the_worse_defence_takes_one_at_least(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await attacked(pilot, "0", "up")
        assert "[1]" in row(pilot, "Stamina")
        assert "▸ Dodge" in shown(pilot)
        await press(pilot, "left")
        assert "[y] dodge with 1 Stamina" in shown(pilot)


@pytest.mark.asyncio
async def test_who_never_puts_anything_in_is_asked_no_more_until_o_asks_again(play: Play) -> None:
    async with play(game(STAMINA), size=(140, 45)) as pilot:
        await press(pilot, *TO_KURT, "enter", "enter", "v")
        assert intents(pilot)[1:] == [Decline("kurt")]
        assert screen(pilot).game_loop.standing == {"kurt defence": "never"}
        await press(pilot, "a", "tab", "enter", "enter")  # not asked
        assert intents(pilot)[2:] == [Strike("vera", "kurt", stamina=1), Decline("kurt")]
        await press(pilot, "full_stop", "full_stop", "enter")  # Kurt's turn
        assert "puts no Stamina into its defence (o)" in shown(pilot)
        await press(pilot, "o")
        assert screen(pilot).game_loop.standing == {}
        assert "Kurt is asked everything again." in shown(pilot)


@pytest.mark.asyncio
async def test_a_defence_cannot_be_promised_always(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await attacked(pilot)
        assert "[a]" not in shown(pilot)
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert len(intents(pilot)) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_the_cards_fit_and_keep_their_keys_in_sight(
    play: Play, size: tuple[int, int]
) -> None:
    async with play(game(STAMINA), size=size) as pilot:
        await press(pilot, *TO_KURT, "enter", "2")
        assert "[Enter] strike" in shown(pilot)
        assert "[w] why" in shown(pilot)
        await press(pilot, "enter")
        text = shown(pilot)
        assert "[y] parry with 1 Stamina" in text
        assert "[w] why" in text
        assert "Dodge: it hits" in text
        assert all(cell_len(line) <= size[0] for line in text.splitlines())
        await press(pilot, "w")
        assert "[w] why" in shown(pilot)


# --- the table -----------------------------------------------------------------------------------


def offered(stamina: int) -> Bids:
    """What can go into an attack by somebody with so much Stamina."""
    mine = {"weapons": ["sword"], "attributes": {"might": 3}, "stamina": stamina}
    battle = fight(A={"at": (4, 4, 0), **mine}, b={"at": (5, 4, 0)})
    weapon = named_weapon(battle.world["A"], "sword")
    assert weapon is not None
    found = of_attack(choices(battle), Strike("A", "b"), Attacking("A", "b", weapon))
    assert found is not None
    return found


def test_a_wide_choice_shows_the_amount_chosen_with_its_neighbours() -> None:
    bids = offered(20)
    assert bids.amounts == tuple(range(1, 21))
    for amount in (1, 2, 10, 19, 20):
        head = table(bids.on(amount), 18 + 5 * 8).plain.splitlines()[0]
        seen = [int(n) for n in re.findall(r"\d+", head)]
        assert len(seen) == 5
        assert amount in seen
        assert seen == list(range(seen[0], seen[0] + 5))
        assert head.count(MORE) == (seen[0] > 1) + (seen[-1] < 20)
        assert f"[{amount}]" in head


def test_the_amount_chosen_stands_out_without_colours_too() -> None:
    drawn = table(offered(4).on(3), 60)
    marked = [drawn.plain[span.start : span.end].strip() for span in drawn.spans
              if "reverse" in str(span.style)]  # fmt: skip
    assert [text.strip("[]") for text in marked[:2]] == ["3", "7"]
    assert len(marked) == 4
    assert "[3]" in marked


def test_no_more_than_can_be_paid_is_offered() -> None:
    bids = offered(3)
    assert [(one.amount, one.price, one.left) for one in bids.found] == [
        (1, 1, 2), (2, 2, 1), (3, 3, 0)
    ]  # fmt: skip
    assert bids.more(9).chosen.amount == 3
    assert bids.more(-9).chosen.amount == 1
    assert bids.turned(1) == bids
    weapon = bids.frame.weapon
    nothing = fight(A={"at": (4, 4, 0), "stamina": 0}, b={"at": (5, 4, 0)})
    assert of_attack(choices(nothing), Strike("A", "b"), Attacking("A", "b", weapon)) is None


@pytest.mark.asyncio
async def test_ending_the_turn_brings_stamina_back(play: Play) -> None:
    async with play(game(STAMINA)) as pilot:
        await press(pilot, *TO_BO, "enter", "4", "enter", "n")
        assert "Stamina ▱▱▱▱" in shown(pilot)
        assert "Footwork ▰" in shown(pilot)
        assert "begun" not in shown(pilot)
        await press(pilot, "full_stop", "full_stop", "enter", "full_stop", "full_stop", "enter")
        assert isinstance(intents(pilot)[-1], EndTurn)
        assert "Stamina ▰▰▰▰" in shown(pilot)


async def test_why_on_ones_own_creature_and_on_a_bid_explains_the_words(play: Play) -> None:
    async with play(game(SCENARIOS / "stamina.toml"), size=(80, 24)) as pilot:
        await press(pilot, "enter", "w")
        for word in ("Stamina pays", "Dodge:", "Parry:", "Soak:", "Absorption:", "Footwork:"):
            assert word in text_of(pilot)
        await press(pilot, "escape", "a", "enter", "w")
        assert "Stamina pays" in text_of(pilot)
