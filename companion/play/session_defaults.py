"""Settings of the session as default answers of calculators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.model import GameModule, Input, Procedure
from companion.model.answer_path import input_at


def session_defaults(module: GameModule, settings: Mapping[str, str], procedure: Procedure) -> dict[str, Any]:
    """Return the answers that the settings give to a calculator, by the path of the input."""
    defaults: dict[str, Any] = {}
    for setting in module.scenarios.settings:
        value = settings.get(setting.name, "")
        for path in setting.fills or (setting.name,):
            given = single_input(procedure.inputs, path)
            if value and given is not None and value in _domain(given):
                defaults[path] = value == "yes" if given.kind == "yes-no" else value
    return defaults


def unplayed_limits(module: GameModule, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the choices that the session does not play, with the setting it plays: `Leuthen` to `Battle: Kolin`.

    Points of the rules that are limited to one of these do not apply.
    """
    limits: dict[str, str] = {}
    for setting in module.scenarios.settings:
        chosen = settings.get(setting.name, "")
        named = setting.named_choices
        if chosen in named:
            played = f"{setting.label}: {named.pop(chosen)}"
            limits |= dict.fromkeys(named.values(), played)
    return limits


def single_input(inputs: Sequence[Input], path: str) -> Input | None:
    """Return the input at a path; None for one inside rows, because each row has its own unit."""
    first = input_at(inputs, path.partition(".")[0])
    return None if first is not None and first.kind == "rows" else input_at(inputs, path)


def _domain(given: Input) -> tuple[str, ...]:
    if given.kind == "yes-no":
        return ("yes", "no")
    return tuple(choice.key for choice in given.choices) if given.kind == "choice" else ()
