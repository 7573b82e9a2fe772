"""The chit cup as lines and as JSON: what is in it with its odds, who moved, who tried what."""

from __future__ import annotations

from typing import Any

from companion.model import Cup as CupRules
from companion.model import Sequence
from companion.play.activation import activation
from companion.play.clock import Position, moments
from companion.play.cup import Cup
from companion.render.text import percent, wrapped


def cup_json(rules: CupRules, cup: Cup, turn: int, game: str) -> dict[str, Any]:
    """The cup of a game; odds are exact fractions as text, none where commands are chosen and not drawn."""
    drawn = rules.how == "drawn"
    odds, sides = (cup.odds(), cup.side_odds()) if drawn else ({}, {})
    ratings = {chit.name: chit.rating for chit in cup.chits}

    def chit(name: str) -> dict[str, Any]:
        return {"name": name, "side": cup.side_of(name) or None, "rating": ratings.get(name)}

    return {
        "title": rules.title,
        "how": rules.how,
        "turn": turn,
        "filled_on": cup.turn or None,
        "within": [{**chit(name), "odds": str(odds[name]) if drawn else None} for name in cup.within],
        "sides": {side: str(chance) for side, chance in sides.items() if side},
        "moved": [
            {
                **chit(name),
                "place": place,
                "mark": cup.marks.get(name),
                "moving": name == cup.moving,
                "waiting": name in cup.waiting,
            }
            for place, name in enumerate(cup.moved, 1)
        ],
        "returning": list(cup.returning),
        "aside": [{**chit(name), "mark": cup.marks.get(name)} for name in cup.aside],
        "attempts": [{"hq": each.hq, "use": each.use, "success": each.success} for each in cup.attempts],
        "done": cup.done,
        "uses": [
            {
                "id": each.id,
                "title": each.title,
                "does": each.does,
                "cite": each.cite,
                "procedure": f"{game}:{each.procedure}" if each.procedure else None,
            }
            for each in rules.uses
        ],
        "marks": list(rules.marks),
    }


def phase_note(sequence: Sequence, at: Position) -> str:
    """In which phase the cup is used, where it is another than this one; empty in its phase and without a cup."""
    rules = sequence.cup
    here = moments(sequence)[at.moment].phase.id
    if rules is None or here == rules.phase or at.moment in activation(sequence):
        return ""
    title = next((each.title for each in sequence.phases if each.id == rules.phase), rules.phase)
    where = f"the {title}" if title.endswith("Phase") else f"the phase {title}"
    return f"{'Chits are drawn' if rules.how == 'drawn' else 'Those of the list act'} in {where}."


def cup_lines(rules: CupRules, cup: Cup, turn: int, width: int) -> list[str]:
    """The cup as a player looks at it."""
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
    titles = {each.id: each.title for each in rules.uses}
    for each in cup.attempts:
        came = "succeeds" if each.success else "fails"
        lines += wrapped(f"{each.hq} tried {titles.get(each.use, each.use)}: {came}", width)
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
        told = [f"{side} {percent(chance)} ({chance})" for side, chance in sides.items()]
        lines += wrapped(f"Next is {', '.join(told)}.", width, "", "  ")
    return lines


def _named(cup: Cup, name: str) -> str:
    side = cup.side_of(name)
    rating = next((chit.rating for chit in cup.chits if chit.name == name), None)
    about = ", ".join(part for part in (side, "" if rating is None else f"rating {rating}") if part)
    return f"{name} ({about})" if about else name
