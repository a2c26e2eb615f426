"""Hangul by its letters: the keys that type them, and the consonants that syllables begin with.

The keyboard is the usual one of two sets (KS X 5002): consonants on the left, vowels on the right.
"""

from __future__ import annotations

_FIRST = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_MIDDLE = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_LAST = ["", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"]
_SOUNDS = [sounds.split(" ") for sounds in (
    "g kk n d tt r m b pp s ss  j jj ch k t p h",
    "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i",
    " k k k n n n t l k m l l l p l m p p t t ng t t k t p t",
)]  # fmt: skip
"""The letters that begin, make and end a syllable, as they are written in Latin ones (2000)."""
_PAIRS = "ㅗㅏㅗㅐㅗㅣㅜㅓㅜㅔㅜㅣㅡㅣㄱㅅㄴㅈㄴㅎㄹㄱㄹㅁㄹㅂㄹㅅㄹㅌㄹㅍㄹㅎㅂㅅ"
_BOTH = "ㅘㅙㅚㅝㅞㅟㅢㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ"
_TOGETHER = {one: _PAIRS[2 * at : 2 * at + 2] for at, one in enumerate(_BOTH)}
"""What is typed as two letters and shown as one."""
_KEYS = dict(zip(
    "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ",
    "qwertyuiopasdfghjklzxcvbnmQWERTOP", strict=True,
))  # fmt: skip


def _letters(char: str) -> str:
    """The letters of a character, a syllable or a letter of two taken apart."""
    code = ord(char) - 0xAC00
    if 0 <= code < 11172:
        parts = _FIRST[code // 588] + _MIDDLE[code % 588 // 28] + _LAST[code % 28]
        return "".join(_TOGETHER.get(part, part) for part in parts)
    return _TOGETHER.get(char, char)


def keys_of(text: str) -> str:
    """The Latin letters on the keys with which a text was typed; what is no Hangul stays.

    >>> keys_of("ㅗ"), keys_of("호"), keys_of("ㅃ"), keys_of("값3"), keys_of("k")
    ('h', 'gh', 'Q', 'rkqt3', 'k')
    """
    return "".join(_KEYS.get(letter, letter) for char in text for letter in _letters(char))


def romanized(text: str) -> str:
    """A text with its syllables in Latin letters, each as it sounds alone; other signs stay.

    >>> romanized("동굴 오거 2"), romanized("값")
    ('donggul ogeo 2', 'gap')
    """

    def sounds(char: str) -> str:
        code = ord(char) - 0xAC00
        if not 0 <= code < 11172:
            return char
        parts = code // 588, code % 588 // 28, code % 28
        return "".join(sound[part] for sound, part in zip(_SOUNDS, parts, strict=True))

    return "".join(map(sounds, text))


def initials(text: str) -> str:
    """A text with the consonant that it begins with in the place of each syllable.

    >>> initials("오거 2")
    'ㅇㄱ 2'
    """
    codes = ((char, ord(char) - 0xAC00) for char in text)
    return "".join(_FIRST[code // 588] if 0 <= code < 11172 else char for char, code in codes)


def is_initials(word: str) -> bool:
    """Whether a word is consonants alone, by which one looks for words that begin so.

    >>> is_initials("ㅇㄱ"), is_initials("오거"), is_initials("")
    (True, False, False)
    """
    return word != "" and all("ㄱ" <= char <= "ㅎ" for char in word)


def holds(text: str, word: str) -> bool:
    """Whether a word stands in a text, by its letters or by the consonants of its syllables.

    >>> holds("늙은 오거", "오거"), holds("늙은 오거", "ㅇㄱ"), holds("고블린", "ㅇㄱ")
    (True, True, False)
    """
    if is_initials(word):
        return "".join(map(_letters, word)) in initials(text)
    return word in text


def begins(text: str, word: str) -> bool:
    """Whether one of the words of a text begins so, in letters or in consonants.

    >>> begins("늙은 오거", "ㅇㄱ"), begins("기어가기", "ㅇㄱ"), begins("늙은 오거", "거")
    (True, False, False)
    """
    wanted = "".join(map(_letters, word)) if is_initials(word) else word
    parts = (initials(part) if is_initials(word) else part for part in text.split())
    return any(part.startswith(wanted) for part in parts)
