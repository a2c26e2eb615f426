"""Pages in a real browser: played, stepped, looked at, by pointer and by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from export.battles import FOGGY, SIDE, account, events, hostile, places, renamed, save
from export.browser import Browser

from tacsim.export.page import page
from tacsim.rules.perception import known_to
from tacsim.storage.saved import read

pytestmark = pytest.mark.browser

Opened = Callable[..., Browser]
STOP = "Number(document.documentElement.dataset.stop)"
SHOWN = """JSON.stringify([...document.querySelectorAll('#tokens > g')].filter(
  g => g.getAttribute('display') !== 'none').map(
  g => [g.dataset.creature, g.getAttribute('class'), g.getAttribute('display'), g.style.transform,
        g.textContent]).sort())"""
IDS = "JSON.parse(document.getElementById('battle').textContent).creatures.map(c => c.id)"
EVERYTHING = """JSON.stringify([document.getElementById('rows').innerText,
  document.getElementById('now').textContent,
  [...document.querySelectorAll('#log li')].filter(li => !li.hidden).length,
  document.querySelector('#log [aria-current]')?.textContent ?? '',
  document.getElementById('scrub').value, document.getElementById('unseen').getAttribute('d'),
  document.getElementById('flash').getAttribute('d')])"""


@pytest.fixture
def opened(chrome: Browser, tmp_path: Path) -> Opened:
    """Opens the page of a battle."""

    def open_(
        path: Path, side: str | None = None, size: tuple[int, int] = (1280, 800), **options: bool
    ) -> Browser:
        file = tmp_path / "page.html"
        file.write_text(page(account(path, side)), "utf-8")
        chrome.show(size, **options)
        chrome.open(file)
        return chrome

    return open_


def test_it_opens_without_complaint_and_asks_for_nothing(battle: Path, opened: Opened) -> None:
    browser = opened(battle)
    assert browser.complaints == []
    assert [each.rpartition("/")[2] for each in browser.requests] == ["page.html"]
    first = next(n for n, e in enumerate(events(battle)) if e["event"] == "round_started") + 1
    assert browser.run(STOP) == first
    assert "Round 1" in browser.run("document.getElementById('now').textContent")


def test_everybody_stands_where_their_steps_have_led_them(battle: Path, opened: Opened) -> None:
    browser = opened(battle)
    ids = browser.run(IDS)
    kind = read(battle).battle().world.field.topology
    last = len(events(battle))
    for stop in (0, last // 3, last, last // 2):
        browser.run(f"scrub.value = {stop}; scrub.dispatchEvent(new Event('input'))")
        assert browser.run(STOP) == stop
        shown = {ids[int(n)]: move for n, _c, _d, move, _t in json.loads(browser.run(SHOWN))}
        for name, (x, y, *_z) in places(battle, stop).items():
            wanted = (x * 24, y * 24) if kind != "hex" else (x * 26 + y % 2 * 13, y * 22.5)
            found = re.match(r"translate\(([-\d.]+)px(?:, ([-\d.]+)px)?\)(.*)", shown[name])
            assert found, shown[name]
            if "scale" not in found[3]:
                assert (float(found[1]), float(found[2] or 0)) == wanted, (stop, name)


def test_back_is_on_the_other_way(battle: Path, opened: Opened) -> None:
    browser = opened(battle)
    browser.key("Home")
    seen = []
    for _step in range(60):
        seen.append((browser.run(SHOWN), browser.run(EVERYTHING)))
        browser.key("ArrowRight")
    for before in reversed(seen):
        browser.key("h")
        assert (browser.run(SHOWN), browser.run(EVERYTHING)) == before


def test_fog_falls_again_on_the_way_back(foggy: Path, opened: Opened) -> None:
    browser = opened(foggy, SIDE)
    browser.key("Home")
    seen = []
    last = int(browser.run("scrub.max"))
    for _step in range(last):
        seen.append((browser.run(SHOWN), browser.run(EVERYTHING)))
        browser.key("l")
    assert len({everything for _shown, everything in seen}) > 20
    for before in reversed(seen):
        browser.key("h")
        assert (browser.run(SHOWN), browser.run(EVERYTHING)) == before
    browser.run(f"scrub.value = {last // 2}; scrub.dispatchEvent(new Event('input'))")
    assert (browser.run(SHOWN), browser.run(EVERYTHING)) == seen[last // 2]


@pytest.mark.parametrize(
    ("on", "back", "wanted"),
    [
        ("t", "T", lambda e: e["event"] == "turn_started"),
        ("r", "R", lambda e: e["event"] == "round_started"),
        ("m", "M", lambda e: e["event"] in ("downed", "took") or e.get("outcome") == "critical"),
    ],
)
def test_keys_go_by_turn_round_and_mark(
    saves: Path, opened: Opened, on: str, back: str, wanted: Callable[..., bool]
) -> None:
    path = save(saves, "ogre_bridge", 4)
    browser = opened(path)
    stops = [n + 1 for n, event in enumerate(events(path)) if wanted(event)]
    assert len(stops) >= 2
    browser.key("Home")
    assert browser.run(STOP) == 0
    for stop in stops:
        browser.key(on)
        assert browser.run(STOP) == stop
    browser.key("End")
    assert browser.run(STOP) == len(events(path))
    for stop in reversed(stops):
        if stop != len(events(path)):
            browser.key(back)
            assert browser.run(STOP) == stop


def test_the_buttons_do_as_the_keys(saves: Path, opened: Opened) -> None:
    path = save(saves, "ogre_bridge", 4)
    browser = opened(path)
    for button, key in (("end", "End"), ("back", "h"), ("turn-back", "T"), ("round-back", "R"),
                        ("mark-back", "M"), ("start", "Home"), ("on", "l"), ("turn", "t"),
                        ("round", "r"), ("mark", "m")):  # fmt: skip
        browser.run("scrub.value = 100; scrub.dispatchEvent(new Event('input'))")
        browser.click(f"[data-do='{button}']")
        clicked = browser.run(STOP)
        browser.run("scrub.value = 100; scrub.dispatchEvent(new Event('input'))")
        browser.key(key)
        assert browser.run(STOP) == clicked != 100, button


def test_it_plays_holds_and_comes_to_the_end(saves: Path, opened: Opened) -> None:
    path = save(saves, "ogre_bridge", 4)
    browser, last = opened(path), len(events(path))
    for _press in range(9):
        browser.key("+")
    assert browser.run("speed.selectedOptions[0].textContent") == "16x"
    begun = browser.run(STOP)
    browser.key(" ")
    assert browser.run("play.textContent") == "Hold"
    browser.until(f"{STOP} > {begun + 3}")
    browser.key(" ")
    held = browser.run(STOP)
    assert browser.run("play.textContent") == "Play"
    browser.run("new Promise(done => setTimeout(done, 200))")
    assert browser.run(STOP) == held
    browser.run(f"scrub.value = {last - 5}; scrub.dispatchEvent(new Event('input'))")
    browser.click("#play")
    browser.until(f"{STOP} === {last} && document.documentElement.dataset.playing === 'false'")
    for _press in range(9):
        browser.key("-")
    browser.click("#play")  # at the end: from the beginning
    browser.until(f"{STOP} < {last} && {STOP} > 0")
    browser.key("ArrowLeft")
    assert browser.run("document.documentElement.dataset.playing") == "false"


def test_twice_as_fast_takes_half_as_long(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge", 4))
    browser.run("""window.waits = []; const old = window.setTimeout;
      window.setTimeout = (f, t) => { window.waits.push(t); return old(f, 1e6); }""")
    browser.key("Home")
    for key in ("", "+", "+", "-", "-", "-", "-"):
        if key:
            browser.key(key)
        browser.key(" ")
        browser.key(" ")
    assert browser.run("waits") == [300, 150, 75, 150, 300, 600, 600]


def test_the_log_tells_what_has_happened_with_its_clauses(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge", 4))
    browser.key("End")
    lines = "[...document.querySelectorAll('#log li')]"
    assert browser.run(f"{lines}.every(li => !li.hidden)")
    assert browser.run("document.querySelector('#log .clauses').textContent").startswith("d20.")
    browser.run(f"{lines}.find(li => li.querySelector('summary')).querySelector('summary').click()")
    assert browser.run("document.querySelector('#log details[open] p').textContent")
    browser.run(f"{lines}[5].querySelector('.line').click()")
    assert browser.run(f"{lines}.filter(li => !li.hidden).length") >= 6
    assert browser.run(f"{lines}[5].hasAttribute('aria-current') || !{lines}[6].hidden")
    visible = """(s => (r => r.top >= s.top - 1 && r.bottom <= s.bottom + 1)(
      document.querySelector('#log [aria-current]').getBoundingClientRect()))(
      scroll.getBoundingClientRect ? scroll.getBoundingClientRect() :
      document.getElementById('scroll').getBoundingClientRect())"""
    for key in ("End", "T", "t", "R"):
        browser.key(key)
        assert browser.run(visible), key


def test_the_order_shows_hit_points_and_who_acts(battle: Path, opened: Opened) -> None:
    browser = opened(battle)
    browser.key("End")
    one = account(battle)
    one.timeline.seek(one.timeline.length)
    rows = browser.run("[...document.querySelectorAll('#rows li')].map(li => li.innerText)")
    for creature in one.battle.world.creatures:
        row = next(row for row in rows if creature.name in row.split("\n"))
        words = ("down", "dead", "helpless")
        assert f"{creature.hp.current}/{creature.hp.maximum}" in row or any(w in row for w in words)
    browser.key("T")
    assert browser.run("document.querySelectorAll('#rows [aria-current]').length") == 1


def test_board_order_log_and_controls_fit_a_screen(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "stirge_marsh", 1), size=(1280, 800))
    assert browser.run("document.documentElement.scrollHeight") <= 800
    assert browser.run("document.getElementById('legend').getBoundingClientRect().bottom") <= 800
    shown = """((r, s) => r.top >= s.top && r.bottom <= s.bottom)(
      document.querySelector('#rows .acting').getBoundingClientRect(),
      document.getElementById('order').getBoundingClientRect())"""
    for _turn in range(20):
        browser.key("t")
        assert browser.run(shown)


def test_levels_follow_whoever_acts_or_are_chosen(saves: Path, opened: Opened) -> None:
    path = save(saves, "gorge_bridge")
    browser = opened(path)
    visible = """[...document.querySelectorAll('#board .ground')].filter(
      g => g.getAttribute('display') !== 'none').map(g => Number(g.dataset.level))"""
    assert browser.run("!levels.hidden")
    for _turn in range(4):
        browser.key("t")
        acts = browser.run("document.querySelector('#tokens .acting title').textContent")
        world = account(path).battle.world
        name = next(c.id for c in world.creatures if acts.startswith(c.name))
        assert browser.run(visible) == [places(path, browser.run(STOP))[name][2]]
    for _climb in range(5):
        browser.key(">")
    assert browser.run(visible) == [3]
    browser.key("t")
    assert browser.run(visible) == [3]
    for _climb in range(5):
        browser.key("<")
    assert browser.run(visible) == [0]
    browser.run("level.value = 'follow'; level.dispatchEvent(new Event('change'))")
    assert browser.run("level.value") == "follow"


def test_a_map_in_the_plane_has_no_choice_of_levels(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge"))
    assert browser.run("levels.hidden && levels.offsetParent === null")


def test_names_stay_text(saves: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    path = hostile(saves)
    one = account(path)
    renamed(monkeypatch, one, a="<img src=x onerror=document.title=1></script><svg/onload=x()>")
    browser = opened(path)
    for key in ("End", "Home", "t", "m", "?"):
        browser.key(key)
    assert browser.complaints == []
    assert len(browser.requests) == 1
    assert browser.run("document.querySelectorAll('img, b, i:not(.meter i)').length") == 0
    assert browser.run("document.querySelectorAll('script').length") == 2
    assert "<img src=x" in browser.run("document.getElementById('rows').innerText")
    assert browser.run("document.title").startswith("</script><script>alert(1)")


def test_its_policy_holds(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge"))
    browser.run("""(() => { const s = document.createElement('script'); try {
      s.append('window.broken = 1'); document.body.append(s); } catch (e) {} })()""")
    assert browser.run("window.broken === undefined")
    assert (
        browser.run(
            "(() => { try { document.body.innerHTML = '<p>'; } catch (e) { return e.name; } })()"
        )
        == "TypeError"
    )
    browser.run("""window.stopped = []; document.addEventListener('securitypolicyviolation',
      event => window.stopped.push(event.effectiveDirective));
      const styled = document.createElement('style'); styled.append('body { display: none }');
      document.head.append(styled); new Image().src = 'http://127.0.0.1:9/x.png';""")
    browser.until("['img-src', 'style-src-elem'].every(each => window.stopped.includes(each))")
    assert browser.run("getComputedStyle(document.body).display") != "none"


def test_in_fog_it_shows_what_the_side_sees(foggy: Path, opened: Opened) -> None:
    browser = opened(foggy, SIDE)
    one = account(foggy)
    hidden = [c.name for c in one.battle.world.creatures if c.id not in known_to(one.battle, SIDE)]
    browser.key("Home")
    rows = browser.run("document.getElementById('rows').innerText")
    assert hidden
    assert not any(name in rows for name in hidden)
    assert browser.run("document.getElementById('unseen').getAttribute('d').length") > 100
    browser.key("End")
    one.timeline.seek(one.timeline.length)
    shown = json.loads(browser.run(SHOWN))
    ids = browser.run(IDS)
    drawn = {ids[int(n)] for n, _c, display, _t, _x in shown if display != "none"}
    assert drawn == known_to(one.battle, SIDE)
    assert FOGGY in foggy.name


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1280, 800)])
def test_nothing_is_cut_off_at_any_width(
    battle: Path, opened: Opened, size: tuple[int, int]
) -> None:
    browser = opened(battle, size=size)
    browser.key("End")
    assert browser.run("document.documentElement.scrollWidth") <= size[0]
    wide = """[...document.querySelectorAll('button, select, input, h1, #rows li')].filter(
      e => e.offsetParent && e.getBoundingClientRect().right > innerWidth + 1).length"""
    assert browser.run(wide) == 0
    if size[0] < 600:
        small = """[...document.querySelectorAll('button:not(.line), select')].filter(
          e => e.offsetParent && e.getBoundingClientRect().height < 40).length"""
        assert browser.run(small) == 0


def test_it_is_dark_or_light_as_the_reader_s_system_is(saves: Path, opened: Opened) -> None:
    light = []
    for wanted in (False, True):
        browser = opened(save(saves, "ogre_bridge"), light=wanted)
        for what in ("getComputedStyle(document.body).backgroundColor",
                     "getComputedStyle(document.querySelector('#board .g')).fill"):  # fmt: skip
            red, green, blue = map(int, re.findall(r"\d+", browser.run(what))[:3])
            light.append(red + green + blue > 380)
    assert light == [False, False, True, True]


def test_who_wants_no_motion_gets_none(saves: Path, opened: Opened) -> None:
    moving = "getComputedStyle(document.querySelector('.token')).transitionDuration"
    assert opened(save(saves, "ogre_bridge"), still=True).run(moving) == "0s"
    assert opened(save(saves, "ogre_bridge"), still=False).run(moving) == "0.12s"


def test_everything_that_can_be_used_has_a_name(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "gorge_bridge"))
    browser.ask("Accessibility.enable")
    nodes = browser.ask("Accessibility.getFullAXTree")["nodes"]
    browser.ask("Accessibility.disable")
    usable = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"]
        in ("button", "slider", "combobox", "image", "list", "region", "status")
    ]
    roles = {role for role, _name in usable}
    assert {"button", "slider", "combobox", "image", "status"} <= roles
    unnamed = [role for role, name in usable if not name and role not in ("list", "status")]
    assert unnamed == []
    assert browser.run("scrub.getAttribute('aria-valuetext')").startswith("Round 1 · ")
    assert browser.run("document.documentElement.lang") == "en"


def test_sides_differ_in_more_than_colour(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge"))
    marks = browser.run("""[...document.querySelectorAll('#rows li')].map(
      li => [li.querySelector('.mark').textContent, li.querySelector('.mark').title])""")
    assert {tuple(mark) for mark in marks} == {("∙", "The heroes"), ("▴", "The raiders")}


def test_the_keys_are_told(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge"))
    browser.key("?")
    assert browser.run("card.open")
    before = browser.run(STOP)
    browser.key("t")  # the card has the keys now
    assert browser.run(STOP) == before
    assert browser.run("document.querySelectorAll('#card dt').length") == 10
    browser.run("card.close()")
    browser.key("t")
    assert browser.run(STOP) != before


def test_zooming_keeps_whoever_acts_in_sight(saves: Path, opened: Opened) -> None:
    browser = opened(save(saves, "ogre_bridge", 4), size=(800, 700))
    browser.key("z")
    browser.key("z")
    browser.key("z")
    inside = """((v, t) => t.left >= v.left - 1 && t.right <= v.right + 1 && t.top >= v.top - 1 &&
      t.bottom <= v.bottom + 1)(document.getElementById('view').getBoundingClientRect(),
      document.querySelector('#tokens .acting .base').getBoundingClientRect())"""
    for _turn in range(6):
        browser.key("t")
        assert browser.run(inside)
    browser.key("z")
    assert not browser.run("board.classList.contains('zoomed')")
