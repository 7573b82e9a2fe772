"""The chit cup as lines and as JSON: its chits with their odds, the order of moves, the attempts."""

from __future__ import annotations

from typing import Any

from companion.model import Cup as CupRules
from companion.model import GameModule, Sequence
from companion.play.activation import activation
from companion.play.clock import Position, moments
from companion.play.cup import Cup
from companion.play.state import GameState
from companion.render.documents import document, encoded
from companion.render.text import cited, listed, percent, section, wrapped


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
    now = _phase_words(moments(sequence)[at.moment].phase.title)
    what = "chits are drawn" if rules.how == "drawn" else "those of the list act"
    return f"This is {now}; {what} in {_phase_words(title)}."


def _phase_words(title: str) -> str:
    return f"the {title}" if title.endswith("Phase") else f"the phase {title}"


def cup_lines(rules: CupRules, cup: Cup, turn: int, width: int) -> list[str]:
    """Return the cup as lines; `turn` is the current turn."""
    if not cup.chits:
        return wrapped(f"{rules.title}: empty; companion cup fill puts the chits in.", width)
    lines: list[str] = []
    if cup.turn != turn:
        lines = wrapped(f"{rules.title}, filled on turn {cup.turn}; this is turn {turn}.", width)
    lines += _within(rules, cup, width)
    moved = (f"{place} {_moved_words(cup, name)}" for place, name in enumerate(cup.moved, 1))
    lines += section("Order of moves:", moved, width)
    lines += listed((f"Goes back after the next draw: {_named(cup, name)}" for name in cup.returning), width)
    aside = ", ".join(f"{_named(cup, name)} {cup.marks.get(name, '')}".rstrip() for name in cup.aside)
    lines += listed([f"Aside: {aside}" if aside else ""], width, "", "  ")
    titles = {use.id: use.title for use in rules.uses}
    attempts = (
        f"{attempt.hq} tried {titles.get(attempt.use, attempt.use)}: {'succeeds' if attempt.success else 'fails'}"
        for attempt in cup.attempts
    )
    return lines + listed(attempts, width)


def _moved_words(cup: Cup, name: str) -> str:
    """A chit in the order of moves, with its mark, and whether it moves now or waits."""
    now = " (moves now)" if name == cup.moving and not (cup.done and not cup.waiting) else ""
    mark = f": {cup.marks[name]}" if name in cup.marks else ""
    return f"{_named(cup, name)}{mark}{' (waits)' if name in cup.waiting else now}"


def _within(rules: CupRules, cup: Cup, width: int) -> list[str]:
    if not cup.within:
        return ["All have acted."] if cup.done else ["The cup is empty."]
    if rules.how != "drawn":
        return section("Not acted yet:", (_named(cup, name) for name in cup.within), width)
    chits = (f"{_named(cup, name)}  {percent(odds)} ({odds})" for name, odds in cup.odds().items())
    sides = ", ".join(f"{side} {percent(odds)} ({odds})" for side, odds in cup.side_odds().items() if side)
    lines = section(f"In the cup, {len(cup.within)} of {len(cup.chits)}:", chits, width)
    return lines + listed([f"Next is {sides}." if sides else ""], width, "", "  ")


def _named(cup: Cup, name: str) -> str:
    rating = _rating(cup, name)
    about = filter(None, (cup.side_of(name), "" if rating is None else f"rating {rating}"))
    return cited(name, ", ".join(about))


def cup_words(module: GameModule, table: GameState) -> str:
    """Return the state of the cup this turn, as in `Chits: Meade moves now; 2 of 3 still in the cup`."""
    rules, cup = module.cup, table.cup
    if rules is None or not cup.chits or cup.turn != table.position.turn:
        return ""
    if cup.done:
        return f"{rules.title}: all {len(cup.chits)} have acted; {cup.drawn} last"
    moving = f"{cup.moving} moves now; " if cup.moving else ""
    where = "still in the cup" if rules.how == "drawn" else "still to act"
    return f"{rules.title}: {moving}{len(cup.within)} of {len(cup.chits)} {where}"
