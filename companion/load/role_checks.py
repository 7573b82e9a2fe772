"""Checks the roles of a calculator, its heading and its log sentences."""

from __future__ import annotations

import re

from companion.load.faults import Faults
from companion.load.formula_checks import NAME, Scope, check_formula
from companion.load.inputs import References
from companion.load.suggestions import suggest
from companion.load.text_yaml import Path
from companion.model import Procedure
from companion.model.procedure import FollowUp

_BRACES = re.compile(r"\{([^{}]*)\}")


def check_roles(procedure: Procedure, scope: Scope, known: References) -> None:
    """Note the faults of roles, heading and sentences; `scope` has the inputs and the values of the steps."""
    names = _check_names(procedure, known.own_faults)
    for word in _BRACES.findall(procedure.heading):
        if word not in names:
            known.own_faults.add(("heading",), f"unknown role {word}", suggest(word, names))
    results = {each.name: scope[each.source] for each in procedure.outcome if each.source in scope}
    answers = {given.name: scope[given.name] for given in procedure.inputs}
    known_words = [*names, *(each.name for each in procedure.outcome)]
    for index, sentence in enumerate(procedure.sentences):
        at: Path = ("sentences", index)
        check_formula(sentence.when, (*at, "when"), {**answers, **results}, known.own_faults, "yes-no")
        for word in _BRACES.findall(sentence.says):
            if word not in known_words:
                known.own_faults.add(
                    (*at, "says"), f"unknown role or result {word}", suggest(word, known_words)
                )


def check_carried_names(
    procedure: Procedure, follow_up: FollowUp, other: Procedure | None, at: Path, known: References
) -> None:
    """Note the faults of the names that a follow-up passes on to the calculator `other`."""
    here = [role.name for role in procedure.named_roles]
    there = [role.name for role in other.named_roles] if other is not None else []
    for name, source in follow_up.names.items():
        if source not in here:
            known.own_faults.add((*at, name), f"unknown role {source}", suggest(source, here))
        if other is not None and name not in there:
            known.reference_faults.add(
                (*at, name), f"{follow_up.procedure} has no role {name}", suggest(name, there)
            )


def _check_names(procedure: Procedure, faults: Faults) -> list[str]:
    """Check the roles, and return their names."""
    results = [each.name for each in procedure.outcome]
    names: list[str] = []
    for index, role in enumerate(procedure.roles):
        at: Path = ("roles", index)
        if not NAME.fullmatch(role.name):
            faults.add(
                (*at, "name"), f"{role.name!r} is not a valid name", "use lower-case letters, digits and _"
            )
        elif role.name in names or role.name in results:
            faults.add((*at, "name"), f"the name {role.name} is taken", "choose another")
        names.append(role.name)
    return names or [role.name for role in procedure.named_roles]
