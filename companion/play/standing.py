"""The players' standing answers: settings of the session, as answers of the calculators that ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model import GameModule, Input, Procedure
from companion.model.answer_path import input_at


def standing_answers(module: GameModule, settings: Mapping[str, str], procedure: Procedure) -> dict[str, str]:
    """What the settings answer of a calculator's inputs, by path; only what is an answer there."""
    found: dict[str, str] = {}
    for setting in module.scenarios.settings:
        value = settings.get(setting.name, "")
        for path in setting.fills or (setting.name,):
            given = _single_input(procedure.inputs, path)
            if value and given is not None and value in _domain(given):
                found[path] = value
    return found


def other_limits(module: GameModule, settings: Mapping[str, str]) -> dict[str, str]:
    """What points may be limited to that the session does not play, with what it does: Leuthen to Battle: Kolin."""
    found: dict[str, str] = {}
    for setting in module.scenarios.settings:
        chosen = settings.get(setting.name, "")
        named = dict(zip(setting.choices, setting.labels or setting.choices, strict=False))
        if chosen in named:
            played = f"{setting.label}: {named.pop(chosen)}"
            found |= dict.fromkeys(named.values(), played)
    return found


def _single_input(inputs: Sequence[Input], path: str) -> Input | None:
    """The input at a path; None inside rows, whose units differ."""
    first = input_at(inputs, path.partition(".")[0])
    return None if first is not None and first.kind == "rows" else input_at(inputs, path)


def _domain(given: Input) -> tuple[str, ...]:
    if given.kind == "yes-no":
        return ("yes", "no")
    return tuple(choice.key for choice in given.choices) if given.kind == "choice" else ()
