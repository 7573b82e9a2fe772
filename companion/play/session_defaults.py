"""Default answers of calculators, from the settings of the session."""

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
            field = single_input(procedure.inputs, path)
            if value and field is not None and value in _domain(field):
                defaults[path] = value == "yes" if field.kind == "yes-no" else value
    return defaults


def unplayed_limits(module: GameModule, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the choices not in play, each with the setting that is: `Leuthen` to `Battle: Kolin`.

    Points of the rules that are limited to a choice not in play do not apply.
    """
    limits: dict[str, str] = {}
    for setting in module.scenarios.settings:
        chosen = settings.get(setting.name, "")
        choices = setting.named_choices
        if chosen in choices:
            in_play = f"{setting.label}: {choices.pop(chosen)}"
            limits |= dict.fromkeys(choices.values(), in_play)
    return limits


def single_input(inputs: Sequence[Input], path: str) -> Input | None:
    """Return the input at a path; None for one inside rows, because each row has its own unit."""
    first = input_at(inputs, path.partition(".")[0])
    return None if first is not None and first.kind == "rows" else input_at(inputs, path)


def _domain(field: Input) -> tuple[str, ...]:
    if field.kind == "yes-no":
        return ("yes", "no")
    return tuple(choice.key for choice in field.choices) if field.kind == "choice" else ()
