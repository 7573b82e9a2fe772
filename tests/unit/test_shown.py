"""Control characters are made visible."""

from __future__ import annotations

import json

import pytest

from companion.render.text import escaped, shown


@pytest.mark.parametrize("sign", ["\x1b", "\x9b", "\x7f", "\u202e", "\u2066", "\r", "\x00"])
def test_json_escapes_the_character(sign: str) -> None:
    """A program reads the same value; a terminal gets no control character."""
    text = escaped(json.dumps({"a": f"x{sign}y"}, ensure_ascii=False))
    assert sign not in text
    assert text.isprintable()
    assert json.loads(text) == {"a": f"x{sign}y"}


def test_plain_text_stays_as_it_is() -> None:
    """Letters of other languages, line ends and signs in rules are unchanged."""
    for text in ("Döberitz 1/2 - +3 \u201eLinie\u201c", "two\nlines", ""):
        assert shown(text) == text
        assert escaped(text) == text
