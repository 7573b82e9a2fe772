"""Keys of answers: fixed letters for modifiers, a key for each choice, and keys given in the data."""

from __future__ import annotations

import pytest

from companion.model import Choice, Input, Library
from companion.model.answer_keys import (
    RESERVED,
    choice_keys,
    hotkey_faults,
    letters_of_choices,
    modifier_letters,
    modifier_signs,
)


def test_a_modifier_has_one_letter_in_a_game_and_a_letter_one_meaning(library: Library) -> None:
    """This holds for all calculators of all games, and no letter is reserved or the key of a choice."""
    for module in library.modules:
        letters = modifier_letters(module.procedures)
        of_sign: dict[str, set[str]] = {}
        for procedure in module.procedures:
            own = letters[procedure.id]
            assert len(set(own.values())) == len(own), procedure.id
            assert not {*own.values()} & (RESERVED | letters_of_choices(procedure.inputs)), procedure.id
            for sign, letter in own.items():
                of_sign.setdefault(sign, set()).add(letter)
        assert {sign: found for sign, found in of_sign.items() if len(found) > 1} == {}
        assert not list(hotkey_faults(module.procedures))


def test_letters_are_initials_if_possible(library: Library) -> None:
    """Shaken is s in every calculator of Line of Battle that asks it outside groups."""
    module = library.module("lob")
    letters = modifier_letters(module.procedures)
    asking = [
        each.id
        for each in module.procedures
        for given in each.inputs
        for sign, _ in modifier_signs(given)
        if sign == "shaken"
    ]
    assert len(asking) > 1
    assert {letters[each]["shaken"] for each in asking} == {"s"}


def _choice(*names: str) -> Input:
    return Input("arm", "Arm", "choice", choices=tuple(Choice(name) for name in names))


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        (_choice("A", "B", "F"), ["a", "b", "f"]),
        (_choice("BL", "Normal", "Sh", "DG", "R"), ["1", "2", "3", "4", "r"]),
        (_choice("1", "2", "10", "ALL"), ["1", "2", "10", "3"]),
        (_choice(*map(str, range(1, 13)), "ALL"), [*map(str, range(1, 13)), "13"]),
        (_choice("h", "H"), ["h", "1"]),
    ],
    ids=["letters", "codes", "numbers", "thirteen", "alike"],
)
def test_each_choice_has_a_key(given: Input, keys: list[str]) -> None:
    """A single letter or a number is its own key; other choices get the lowest free number."""
    assert [choice_keys(given, given.choices)[each.key] for each in given.choices] == keys


def test_up_to_nine_choices_keep_their_numbers_when_one_is_not_legal() -> None:
    """Column stays 2 even if Line is not legal."""
    given = _choice("line", "column", "mounted")
    assert choice_keys(given, given.choices[1:])["column"] == "2"
