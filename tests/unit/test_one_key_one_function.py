"""Keys mean the same on every screen: function keys always, letters for the same function."""

from __future__ import annotations

import pytest

from companion.ui.keymap import all_bound
from tests.tools.keys import PAGE, function_keys, page

ELSEWHERE = {"calculator": "its letters answer questions", "amend": "its letters answer questions"}
"""Screens on which a letter cannot be the key of a command, with the reason."""
SAME = ({"new", "add", "make", "create"}, {"filter", "narrow"}, {"drop", "remove", "delete"}, {"rule"})
"""Words for the same function, by the last part of a command's name."""


def test_a_function_key_has_one_function() -> None:
    """This holds for all screens."""
    assert {key: names for key, names in function_keys().items() if len(names) > 1} == {}


@pytest.mark.parametrize("words", SAME, ids=lambda words: min(words))
def test_the_same_function_has_one_word_and_one_key(words: set[str]) -> None:
    """A function is not called `n` New on one screen and `a` Add on another."""
    found = {
        (command.id.rpartition(".")[2], command.keys)
        for command in all_bound()
        if command.id.rpartition(".")[2] in words and command.id.partition(".")[0] not in ELSEWHERE
    }
    assert len(found) <= 1, found


def test_the_page_of_keys_is_up_to_date() -> None:
    """`python -m tests.tools.keys` writes it."""
    text = PAGE.read_text()
    assert page(text) == text
