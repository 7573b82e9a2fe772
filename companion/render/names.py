"""Names of units and leaders in the title of a calculation and in the log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.formula import FormulaError, Unanswered, compiled
from companion.model import Procedure, Resolution, nested
from companion.model.wording import followed
from companion.render.resolution import outcome_word
from companion.render.summary import headline
from companion.render.text import signed

_BRACES = re.compile(r"\{([^{}]*)\}")


def names_in_order(procedure: Procedure, names: Mapping[str, str]) -> list[str]:
    """Return the known names, in the order of the roles."""
    return [names[role.name] for role in procedure.named_roles if names.get(role.name)]


def title_words(procedure: Procedure, names: Mapping[str, str]) -> str:
    """Return the title with the names: `Longstreet's command roll`, or `Fire: 5th Texas, 2nd Wisconsin`."""
    known = names_in_order(procedure, names)
    if procedure.heading and all(names.get(word) for word in _BRACES.findall(procedure.heading)):
        return _BRACES.sub(lambda found: names[found[1]], procedure.heading)
    return f"{procedure.title}: {', '.join(known)}" if known else procedure.title


def log_words(
    procedure: Procedure, resolution: Resolution, names: Mapping[str, str], needed: str = ""
) -> str:
    """Return the log line of a finished calculation.

    `5th Texas closes with 2nd Wisconsin: rolled 4, needed 4` if a sentence of the calculator fits, else names, title
    and headline. `needed`: the roll that was needed, in words; empty if there is none.
    """
    sentence = _sentence(procedure, resolution, names)
    if sentence:
        joined = "; " if ": " in sentence else ": "
        return joined.join(filter(None, (sentence, _rolled(procedure, resolution, needed))))
    lead = "".join(f"{name}, " for name in [" and ".join(names_in_order(procedure, names))] if name)
    result = headline(resolution, procedure)
    title = "" if result.casefold().startswith(procedure.title.casefold()) else f"{procedure.title}: "
    return " ".join(f"{lead}{title}{result}".split())


def _sentence(procedure: Procedure, resolution: Resolution, names: Mapping[str, str]) -> str:
    """Return the first sentence whose roles all have names and whose condition holds; empty if none fits."""
    roles = {role.name for role in procedure.named_roles}
    for sentence in procedure.sentences:
        words = {
            word: names.get(word, "") if word in roles else _result(procedure, resolution, word)
            for word in _BRACES.findall(sentence.says)
        }
        if all(words.values()) and _holds(sentence.when, resolution):
            return _filled(sentence.says, words, resolution.outcome)
    return ""


def _filled(says: str, words: Mapping[str, str], outcome: Mapping[str, Any]) -> str:
    """Return the sentence with `words` in place of its braces; a noun after a number agrees with it."""
    start, *pieces = _BRACES.split(says)
    return start + "".join(
        f"{words[name]}{followed(outcome.get(name), behind)}"
        for name, behind in zip(pieces[::2], pieces[1::2], strict=True)
    )


def _result(procedure: Procedure, resolution: Resolution, name: str) -> str:
    result = next((each for each in procedure.outcome if each.name == name), None)
    if result is None or name not in resolution.outcome:
        return ""
    return outcome_word(procedure, name, resolution.outcome[name])


def _holds(formula: str, resolution: Resolution) -> bool:
    try:
        return bool(compiled(formula)({**resolution.inputs, **nested(resolution.outcome)}))
    except (Unanswered, FormulaError):
        return False


def _rolled(procedure: Procedure, resolution: Resolution, needed: str) -> str:
    """Return `rolled 4, needed 4`, or the sum of the modifiers if no roll is needed; empty without dice."""
    if not resolution.rolls:
        return "without a roll" if resolution.has_dice else ""
    parts = [f"rolled {' and '.join(roll.shown for roll in resolution.rolls)}"]
    total = next((each for each in resolution.totals if each.name == procedure.total and not each.unit), None)
    if needed:
        parts.append(f"needed {needed}")
    elif total is not None and total.total:
        parts.append(f"modifiers {signed(total.total)}")
    return ", ".join(parts)
