"""Korean particles: the form that goes with the sound of what stands before them.

Translations carry both forms, as is usual in print: ``{name}은(는)``, ``{name}이(가)``,
``{target}을(를)``, ``{name}과(와)``, ``{place}(으)로``, ``{name}(이)다``. Which of them it is shows
once the gaps are filled, by the last sound before it.
"""

from __future__ import annotations

import re
from unicodedata import normalize

_BOTH = re.compile(
    r"(?P<first>은\(는\)|는\(은\)|이\(가\)|가\(이\)|을\(를\)|를\(을\)|과\(와\)|와\(과\)|아\(야\))"
    r"|\((?P<joint>[으이])\)(?=(?P<next>[가-힣]))"
)
_ASIDE = re.compile(r"(?<=[^\s(])\s*\((?![\d,.\s]*\))[^()]*\)$")
"""What stands in brackets behind a word is not read aloud with it; a place in brackets is."""
_SPOKEN = re.compile(r"[0-9A-Za-z가-힣ㄱ-ㅣ%\u4e00-\u9fff]")
_UNITS = re.compile(r"\d\s*(m|km|kg|lb|ft)$")
_NUMERALS = "영일이삼사오육칠팔구"
_LETTERS = {"L": "엘", "M": "엠", "N": "엔", "R": "알"}
"""Letters whose Korean names end in a consonant."""
_FINALS = {
    "m": "음",
    "n": "은",
    "l": "을",
    "mb": "음",
    "ng": "응",
    "ck": "윽",
    "tt": "읏",
    "ook": "윽",
}
"""Ends of words that are a consonant in Korean too."""
_STOPS = {"b": "읍", "p": "읍", "k": "윽", "c": "윽", "t": "읏"}
"""Those that are one behind a short vowel, and else have a vowel of their own: Rick, but Mark."""
_VOWELS = "aeiouy"


def _sound(text: str) -> str | None:
    """A syllable that ends as a text does when it is read; None where nobody can say.

    A sign behind a word is not read with it; one that is a word by itself might be read in any way.
    """
    text = "".join(map(_unaccented, _ASIDE.sub("", text)))
    unit = _UNITS.search(text)
    if unit:
        return "램" if unit[1] == "kg" else "터"
    end = len(text)
    while end and not _SPOKEN.match(text[end - 1]):
        if text[end - 1].isspace() or text[end - 1].isalpha():
            return None
        end -= 1
    if not end:
        return None
    last = text[end - 1]
    if last.isdigit():
        return "십" if text[:end].endswith("0") else _NUMERALS[int(last)]
    if last == "%":
        return "트"
    if last.isascii():
        return _read(re.findall(r"[A-Za-z]+", text[:end])[-1])
    if "ㄱ" <= last <= "ㅎ":
        return "을" if last == "ㄹ" else "은"
    return last if "가" <= last <= "힣" else ("아" if "ㅏ" <= last <= "ㅣ" else None)


def _unaccented(char: str) -> str:
    """A Latin letter without its accent; an e with one is heard, as any other vowel is."""
    plain = normalize("NFD", char)[0] if char < "ɐ" else char
    return "a" if plain != char and plain == "e" else plain


def _read(word: str) -> str:
    """A syllable that ends as a word in Latin letters does: letters by name, words by their end."""
    if word.isupper() or len(word) == 1:
        return _LETTERS.get(word[-1].upper(), "아")
    word = word.lower()
    if len(word) > 3 and word[-1] == "e" and word[-2] in "mnl":
        word = word[:-1]
    final = next((_FINALS[word[-n:]] for n in (3, 2, 1) if word[-n:] in _FINALS), None)
    short = word[-2] in _VOWELS and word[-3:-2] not in (*_VOWELS,)
    return final or (_STOPS.get(word[-1], "아") if short else "아")


def _form(syllable: str | None, first: str, joint: str, following: str) -> str:
    """The form that goes with a syllable; both where it is not known."""
    if joint:
        if syllable is None:
            return f"({joint})"
        final = (ord(syllable) - 0xAC00) % 28
        return joint if final and not (joint == "으" and following in "로론" and final == 8) else ""
    if syllable is None:
        return first
    closed = bool((ord(syllable) - 0xAC00) % 28)
    with_final = first[0] in "은이을과아"
    return first[0] if closed == with_final else first[2]


def resolved(text: str) -> str:
    """A text with each particle in the form that goes with what stands before it.

    >>> resolved("오거은(는) Aldis을(를) 공격"), resolved("벽(으)로"), resolved("돌(으)로")
    ('오거는 Aldis를 공격', '벽으로', '돌로')
    >>> resolved("7을(를)"), resolved("(3,4)이(가)"), resolved("오거 (2번)과(와)")
    ('7을', '(3,4)가', '오거 (2번)와')
    """
    if "(" not in text:
        return text
    parts, at = [], 0
    for found in _BOTH.finditer(text):
        before = text[at : found.start()]
        parts.append(before)
        so_far = "".join(parts)
        if not so_far or so_far[-1].isspace():  # it stands for itself
            parts.append(found[0])
        else:
            known = _sound(so_far)
            parts.append(
                _form(known, found["first"] or "", found["joint"] or "", found["next"] or "")
            )
        at = found.end()
    return "".join(parts) + text[at:]
