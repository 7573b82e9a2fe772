"""Settings of the session as default answers of calculators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.model import GameModule, Input, Procedure


def session_defaults(module: GameModule, settings: Mapping[str, str], procedure: Procedure) -> dict[str, str]:
    """Return the answers that the settings give to a calculator, by the path of the input."""
    defaults: dict[str, str] = {}
    for setting in module.scenarios.settings:
        value = settings.get(setting.name, "")
        for path in setting.fills or (setting.name,):
            given = _input(procedure.inputs, path.split("."))
            if value and given is not None and value in _domain(given):
                defaults[path] = value
    return defaults


def unplayed_limits(module: GameModule, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the choices that the session does not play, with the setting it plays: `Leuthen` to `Battle: Kolin`.

    Points of the rules that are limited to one of these do not apply.
    """
    limits: dict[str, str] = {}
    for setting in module.scenarios.settings:
        chosen = settings.get(setting.name, "")
        named = dict(zip(setting.choices, setting.labels or setting.choices, strict=False))
        if chosen in named:
            played = f"{setting.label}: {named.pop(chosen)}"
            limits |= dict.fromkeys(named.values(), played)
    return limits


def _input(inputs: Sequence[Input], path: Sequence[str]) -> Input | None:
    """The input at a path; None for one inside rows, because each row has its own unit."""
    for given in inputs:
        if given.name == path[0]:
            if len(path) == 1:
                return given
            return _input(given.fields, path[1:]) if given.kind == "group" else None
    return None


def _domain(given: Input) -> tuple[str, ...]:
    if given.kind == "yes-no":
        return ("yes", "no")
    return tuple(choice.key for choice in given.choices) if given.kind == "choice" else ()
