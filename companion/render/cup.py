"""The chit cup as lines and as JSON: its chits with their odds, the order of moves, the attempts."""

from __future__ import annotations

from typing import Any

from companion.model import Cup as CupRules
from companion.model import Sequence
from companion.play.activation import activation
from companion.play.clock import Position, moments
from companion.play.cup import Cup
from companion.render.documents import document, encoded
from companion.render.text import percent, wrapped


def cup_json(rules: CupRules, cup: Cup, turn: int, game: str) -> dict[str, Any]:
    """Return the cup as JSON; odds are exact fractions as text, null if commands are chosen and not drawn."""
    odds, sides = (cup.odds(), cup.side_odds()) if rules.how == "drawn" else ({}, {})
    uses = [document(use, procedure=f"{game}:{use.procedure}" if use.procedure else "") for use in rules.uses]
    cup_document: dict[str, Any] = encoded(
        {
            "title": rules.title,
            "how": rules.how,
            "turn": turn,
            "filled_on": cup.turn or None,
            "within": [{**_chit_json(cup, name), "odds": odds.get(name)} for name in cup.within],
            "sides": {side: chance for side, chance in sides.items() if side},
            "moved": [
                {
                    **_chit_json(cup, name),
                    "place": place,
                    "mark": cup.marks.get(name),
                    "moving": name == cup.moving,
                    "waiting": name in cup.waiting,
                }
                for place, name in enumerate(cup.moved, 1)
            ],
            "returning": cup.returning,
            "aside": [{**_chit_json(cup, name), "mark": cup.marks.get(name)} for name in cup.aside],
            "attempts": cup.attempts,
            "done": cup.done,
            "uses": uses,
            "marks": rules.marks,
        }
    )
    return cup_document


def _chit_json(cup: Cup, name: str) -> dict[str, Any]:
    return {"name": name, "side": cup.side_of(name) or None, "rating": _rating(cup, name)}


def _rating(cup: Cup, name: str) -> int | None:
    return next((chit.rating for chit in cup.chits if chit.name == name), None)


def phase_note(sequence: Sequence, at: Position) -> str:
    """Return a hint in which other phase the cup is used; empty in that phase, and without a cup."""
    rules = sequence.cup
    here = moments(sequence)[at.moment].phase.id
    if rules is None or here == rules.phase or at.moment in activation(sequence):
        return ""
    title = next((phase.title for phase in sequence.phases if phase.id == rules.phase), rules.phase)
    where = f"the {title}" if title.endswith("Phase") else f"the phase {title}"
    return f"{'Chits are drawn' if rules.how == 'drawn' else 'Those of the list act'} in {where}."


def cup_lines(rules: CupRules, cup: Cup, turn: int, width: int) -> list[str]:
    """Return the cup as lines; `turn` is the current turn."""
    if not cup.chits:
        return wrapped(f"{rules.title}: empty; companion cup fill puts the chits in.", width)
    lines = (
        wrapped(f"{rules.title}, filled on turn {cup.turn}; this is turn {turn}.", width)
        if cup.turn != turn
        else []
    )
    lines += _within(rules, cup, width)
    if cup.moved:
        lines.append("Order of moves:")
    for place, name in enumerate(cup.moved, 1):
        mark = f": {cup.marks[name]}" if name in cup.marks else ""
        now = " (moves now)" if name == cup.moving and not (cup.done and not cup.waiting) else ""
        now = " (waits)" if name in cup.waiting else now
        lines += wrapped(f"{place} {_named(cup, name)}{mark}{now}", width, "  ", "    ")
    for name in cup.returning:
        lines += wrapped(f"Goes back after the next draw: {_named(cup, name)}", width)
    if cup.aside:
        aside = [
            f"{_named(cup, name)}{f' {cup.marks[name]}' if name in cup.marks else ''}" for name in cup.aside
        ]
        lines += wrapped(f"Aside: {', '.join(aside)}", width, "", "  ")
    titles = {use.id: use.title for use in rules.uses}
    for attempt in cup.attempts:
        came = "succeeds" if attempt.success else "fails"
        lines += wrapped(f"{attempt.hq} tried {titles.get(attempt.use, attempt.use)}: {came}", width)
    return lines


def _within(rules: CupRules, cup: Cup, width: int) -> list[str]:
    if not cup.within:
        return ["All have acted."] if cup.done else ["The cup is empty."]
    drawn = rules.how == "drawn"
    lines = [f"In the cup, {len(cup.within)} of {len(cup.chits)}:" if drawn else "Not acted yet:"]
    odds = cup.odds()
    for name in cup.within:
        chance = f"  {percent(odds[name])} ({odds[name]})" if drawn else ""
        lines += wrapped(f"{_named(cup, name)}{chance}", width, "  ", "    ")
    sides = {side: chance for side, chance in cup.side_odds().items() if side}
    if drawn and sides:
        parts = [f"{side} {percent(chance)} ({chance})" for side, chance in sides.items()]
        lines += wrapped(f"Next is {', '.join(parts)}.", width, "", "  ")
    return lines


def _named(cup: Cup, name: str) -> str:
    side = cup.side_of(name)
    rating = _rating(cup, name)
    about = ", ".join(part for part in (side, "" if rating is None else f"rating {rating}") if part)
    return f"{name} ({about})" if about else name
