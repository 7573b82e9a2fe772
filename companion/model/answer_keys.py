"""Keys that answer questions: one for each choice, and a letter for each modifier.

A modifier is a yes/no question or a member of a set. It has the same letter in every calculator of a game, and no
letter has two meanings in a calculator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.model.inputs import Choice, Input
from companion.model.procedure import Procedure

RESERVED = frozenset("knry")
"""Letters never used for modifiers: keep a correction, no, roll, yes."""
ONE_DIGIT = 9
"""Up to this many choices are numbered among all choices, more of them only among the legal ones."""
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def choice_name(choice: Choice) -> str:
    """Return the displayed name of a choice: a short code unchanged, otherwise its label."""
    return choice.key if len(choice.key) <= 2 else choice.label or choice.key.replace("_", " ")


def explained_name(choice: Choice) -> str:
    """Return the name of a choice with its meaning, as in `R Rifled Musket`; a label with both stays as it is."""
    name, label = choice_name(choice), choice.label
    has_both = name == label or name.casefold() in re.findall(r"\w+", label.casefold())
    return label if has_both else f"{name} {label}".rstrip()


def own_key(choice: Choice) -> str:
    """Return the key in the data, or the name if it is a single letter or a number; else empty."""
    name = choice_name(choice).lower()
    key = name if name.isascii() and ((len(name) == 1 and name.isalpha()) or name.isdecimal()) else ""
    return choice.hotkey or key


def choice_keys(given: Input, legal: Sequence[Choice]) -> dict[str, str]:
    """Return the keys for each legal choice: its own key, or the lowest free number; the tenth is 0."""
    all_choices = {choice.key: choice for choice in given.choices or legal}
    listed = all_choices if len(all_choices) <= ONE_DIGIT else {choice.key: choice for choice in legal}
    keys: dict[str, str] = {}
    for choice in listed.values():
        key = own_key(choice)
        if key and key not in keys.values():
            keys[choice.key] = key
    numbers = "1234567890" if len(listed) <= len("1234567890") else map(str, range(1, len(listed) * 2 + 1))
    free = (number for number in numbers if number not in keys.values())
    return {
        choice.key: keys.get(choice.key) or next(free) for choice in listed.values() if choice.key not in keys
    } | keys


def modifier_signs(given: Input, above: str = "") -> Iterator[tuple[str, str]]:
    """Yield each modifier of an input as (sign, hotkey in the data); units of a list share their signs."""
    path = f"{above}.{given.name}" if above else given.name
    if given.kind == "yes-no":
        yield path, given.hotkey
    elif given.kind == "set":
        for choice in given.choices:
            yield f"{path}={choice.key}", choice.hotkey
    for field in given.fields:
        yield from modifier_signs(field, path)


def letters_of_choices(inputs: Sequence[Input]) -> frozenset[str]:
    """Return the letters that select choices."""
    letters: set[str] = set()
    for given in inputs:
        if given.kind == "choice":
            letters.update(key for key in map(own_key, given.choices) if key.isalpha())
        letters |= letters_of_choices(given.fields)
    return frozenset(letters)


def modifier_letters(procedures: Sequence[Procedure]) -> dict[str, dict[str, str]]:
    """Return the letters of a game's modifiers, by id of the calculator and sign.

    A modifier has one letter in the whole game. It has none where that letter selects a choice or if none is left.
    Hotkeys in the data come first, then the modifiers that occur in most calculators.
    """
    signs = [dict(pair for given in each.inputs for pair in modifier_signs(given)) for each in procedures]
    used = [RESERVED | letters_of_choices(each.inputs) for each in procedures]
    places: dict[str, list[int]] = {}
    declared: dict[str, str] = {}
    for number, hotkeys in enumerate(signs):
        for sign, hotkey in hotkeys.items():
            places.setdefault(sign, []).append(number)
            if hotkey:
                declared.setdefault(sign, hotkey)
    letters: dict[str, dict[str, str]] = {each.id: {} for each in procedures}
    for sign in sorted(places, key=lambda sign: (sign not in declared, -len(places[sign]))):
        wanted = [declared[sign]] if sign in declared else _wanted(sign)
        letter = max(wanted, key=lambda letter: sum(letter not in used[at] for at in places[sign]))
        for at in places[sign]:
            if letter not in used[at]:
                letters[procedures[at].id][sign] = letter
                used[at] |= {letter}
    return letters


def hotkey_faults(procedures: Sequence[Procedure]) -> Iterator[tuple[Procedure, str, str]]:
    """Yield each hotkey of a modifier that cannot be its letter, as (calculator, sign, reason)."""
    letters = modifier_letters(procedures)
    for procedure in procedures:
        choices = letters_of_choices(procedure.inputs)
        for sign, hotkey in (pair for given in procedure.inputs for pair in modifier_signs(given)):
            if not hotkey or letters[procedure.id].get(sign) == hotkey:
                continue
            if hotkey in RESERVED:
                yield procedure, sign, f"{hotkey} is reserved in every calculator"
            elif hotkey in choices:
                yield procedure, sign, f"{hotkey} already selects a choice in this calculator"
            else:
                yield (
                    procedure,
                    sign,
                    f"{hotkey} is taken by another modifier, or differs from another calculator",
                )


def _wanted(sign: str) -> list[str]:
    """Return the letters for a modifier, best first: initials of its name, its other letters, the rest."""
    name = sign.rpartition("=")[2].rpartition(".")[2].lower()
    initials = [word[0] for word in name.split("_") if word]
    return [each for each in dict.fromkeys([*initials, *name, *_ALPHABET]) if each in _ALPHABET]


def letter_at(letters: Mapping[str, str], path: Sequence[str], member: str = "") -> str:
    """Return the letter of the modifier at a path, which may contain row numbers; empty if it has none."""
    plain = ".".join(step for step in path if not step.isdecimal())
    return letters.get(f"{plain}={member}" if member else plain, "")
