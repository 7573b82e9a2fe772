"""The players' standing answers: settings of the session, as answers of the calculators that ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model import GameModule, Input, Procedure


def standing_answers(module: GameModule, settings: Mapping[str, str], procedure: Procedure) -> dict[str, str]:
    """What the settings answer of a calculator's inputs, by path; only what is an answer there."""
    found: dict[str, str] = {}
    for setting in module.scenarios.settings:
        value = settings.get(setting.name, "")
        for path in setting.fills or (setting.name,):
            given = _input(procedure.inputs, path.split("."))
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


def _input(inputs: Sequence[Input], path: Sequence[str]) -> Input | None:
    """The input at a path; None inside rows, whose units differ."""
    for each in inputs:
        if each.name == path[0]:
            if len(path) == 1:
                return each
            return _input(each.fields, path[1:]) if each.kind == "group" else None
    return None


def _domain(given: Input) -> tuple[str, ...]:
    if given.kind == "yes-no":
        return ("yes", "no")
    return tuple(choice.key for choice in given.choices) if given.kind == "choice" else ()
