"""Korean particles by the last sound of what stands before them, as it is read aloud."""

from __future__ import annotations

import pytest

from tacsim import i18n
from tacsim.i18n.particles import resolved

SOUNDS = {
    # ends in a vowel, in a consonant, in ㄹ (which has 로)
    "오거": "vowel", "고블린": "consonant", "돌": "rieul",
    "7": "rieul", "10": "consonant", "3": "consonant", "2": "vowel", "1": "rieul", "6": "consonant",
    "100": "consonant", "4.5": "vowel", "55 %": "vowel", "스터지 12": "vowel", "스터지 11": "rieul",
    "AC": "vowel", "HP": "vowel", "XL": "rieul", "NPM": "consonant",
    "Grum": "consonant", "Aldis": "vowel", "Snag": "vowel", "Wren": "consonant", "Pike": "vowel",
    "Ada": "vowel", "Mark": "vowel", "Erik": "consonant", "Eric": "consonant", "Brook": "consonant",
    "Luke": "vowel", "Kit": "consonant", "Scott": "consonant", "Bart": "vowel", "Scout": "vowel",
    "Bob": "consonant", "Lamb": "consonant", "Bill": "rieul", "Belle": "rieul", "Jane": "consonant",
    "Frank": "vowel", "King": "consonant", "René": "vowel", "Zoë": "vowel", "r": "rieul",
    "K": "vowel", "'Ada'": "vowel", "“Bill”": "rieul", "Ada (2)": "vowel", "Bill [b]": "vowel",
    "Ada!": "vowel",
    "15 ft": "vowel", "9m": "vowel", "3 kg": "consonant",
    '"벽"': "consonant", "「오거」": "vowel", "(3,4)": "vowel", "(2,1)": "rieul",
    "오거 (회색)": "vowel",
}  # fmt: skip
FORMS = {
    "은(는)": ("는", "은", "은"), "는(은)": ("는", "은", "은"), "이(가)": ("가", "이", "이"),
    "가(이)": ("가", "이", "이"), "을(를)": ("를", "을", "을"), "를(을)": ("를", "을", "을"),
    "과(와)": ("와", "과", "과"), "와(과)": ("와", "과", "과"), "(으)로": ("로", "으로", "로"),
    "(이)다": ("다", "이다", "이다"), "(이)나": ("나", "이나", "이나"),
    "아(야)": ("야", "아", "아"),
}  # fmt: skip
KINDS = ("vowel", "consonant", "rieul")


@pytest.mark.parametrize("form", FORMS)
def test_a_particle_goes_by_the_last_sound(form: str) -> None:
    for text, kind in SOUNDS.items():
        assert resolved(text + form) == text + FORMS[form][KINDS.index(kind)]


def test_several_are_settled_from_the_left_and_other_brackets_stay() -> None:
    assert resolved("오거이(가) 늑대을(를) 벽(으)로") == "오거가 늑대를 벽으로"
    assert resolved("피해 7점(2d6)과(와) (가) 이(가)") == "피해 7점(2d6)과 (가) 이(가)"
    assert resolved("龍은(는)") == "龍은(는)"


@pytest.mark.parametrize("name", ["🐉", "★", "?!", "Олег", "オーガ", "龍"])
def test_what_nobody_can_read_has_both_forms_whatever_stands_before_it(name: str) -> None:
    for before in ("", "홍길동이 ", "대기 행동: ", "오거 2, "):
        assert resolved(f"{before}{name}을(를)") == f"{before}{name}을(를)"
    assert resolved("오거★을(를) 고블린🐉을(를)") == "오거★를 고블린🐉을"


def test_a_message_settles_them_as_its_gaps_are_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    i18n.set_language("ko")
    try:
        text = i18n._("{name} goes down")
        assert text.format(name="오거") != text.format(name="고블린").replace("고블린", "오거")
        assert "(" not in text.format_map({"name": "오거"})
    finally:
        i18n.set_language("en")
    assert i18n._("{name} goes down").format(name="A은(는)") == "A은(는) goes down"
    i18n.set_language(None)


def test_names_are_those_of_the_catalogue_with_what_tells_them_apart() -> None:
    i18n.set_language("ko")
    try:
        known = {
            "Goblin 2": "고블린 2", "goblin": "고블린", "The drowned mill": "물에 잠긴 물방앗간",
            "The black bridge (2026-11-27)": "검은 다리 (2026-11-27)", "Aldis": "알디스",
            "Xyzzy 3": "Xyzzy 3", "Aim": "Aim", "": "",
        }  # fmt: skip
        assert {name: i18n.known_as(name) for name in known} == known
    finally:
        i18n.set_language(None)
