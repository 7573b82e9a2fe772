"""Checks the hotkeys of the calculators of a game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.load.faults import Faults
from companion.load.overlay import OverlayRegistry
from companion.load.text_yaml import Path
from companion.model import Input, Procedure
from companion.model.answer_keys import hotkey_faults


def check_hotkeys(registry: OverlayRegistry[Procedure], procedures: Mapping[str, Procedure]) -> None:
    """Note each hotkey of a modifier that is already in use, at its input."""
    faults = {placed.record.id: placed.faults for placed in registry.last()}
    for procedure, sign, reason in hotkey_faults(tuple(procedures.values())):
        name = sign.partition("=")[0].partition(".")[0]
        index = [given.name for given in procedure.inputs].index(name)
        faults[procedure.id].add(("inputs", index), reason, "choose another letter, or leave out hotkey")


def check_hotkey(hotkey: str, kind: str, at: Path, faults: Faults) -> None:
    """Note an invalid hotkey: it must be a lower-case letter, or for a choice also a digit."""
    of_choice = kind == "choice"
    legal = len(hotkey) == 1 and hotkey.isascii() and (hotkey.islower() or (of_choice and hotkey.isdigit()))
    if hotkey and not legal:
        faults.add(
            (*at, "hotkey"),
            f"invalid hotkey {hotkey!r}",
            f"use a lower-case letter{' or a digit' * of_choice}",
        )


def check_hotkeys_of(given: Input, at: Path, faults: Faults) -> None:
    """Note the faults of the hotkeys of an input and its choices."""
    if given.kind == "yes-no":
        check_hotkey(given.hotkey, given.kind, at, faults)
    elif given.hotkey:
        faults.add((*at, "hotkey"), f"{given.name} is not a yes-no question", "leave out hotkey")
    seen: dict[str, str] = {}
    for index, choice in enumerate(given.choices):
        path = (*at, "choices", index)
        check_hotkey(choice.hotkey, given.kind, path, faults)
        if choice.hotkey and seen.setdefault(choice.hotkey, choice.key) != choice.key:
            faults.add(
                (*path, "hotkey"),
                f"{choice.hotkey} is already the hotkey of {seen[choice.hotkey]}",
                "choose another",
            )
