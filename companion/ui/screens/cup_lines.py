"""The texts of the cup screen."""

from __future__ import annotations

from fractions import Fraction

from textual.content import Content

from companion.model import Cup as CupRules
from companion.play.cup import Cup
from companion.render.cup import phase_note
from companion.render.text import percent, shown
from companion.ui.widgets.text import LinesAtWidth, paragraphs
from companion.workspace.context import AppContext


def cup_head(context: AppContext) -> LinesAtWidth:
    """How many chits are in the cup, the odds of each side, and whether the chits are of this turn."""
    sequence = context.module.sequence
    rules = sequence.cup if sequence else None
    if sequence is None or rules is None:
        return paragraphs([f"{context.module.game.name} draws no chits."])
    cup, at = context.session.game_state.cup, context.position
    lines = [_count_words(rules, cup)]
    if cup.chits and cup.turn != at.turn:
        left = (*cup.within, *cup.returning)
        what = "never drawn" if rules.how == "drawn" else "not acted"
        lost = f"; {what}: {', '.join(left)}" if left else ""
        lines.append(
            f"* These are the chits of turn {cup.turn}, and it is turn {at.turn}{lost}. f fills the cup again."
        )
    elsewhere = phase_note(sequence, at)
    if elsewhere:
        lines.append(f"* {elsewhere}")
    if rules.says:
        lines.append(rules.says)
    return paragraphs(lines, "  ")


def _count_words(rules: CupRules, cup: Cup) -> str:
    drawn = rules.how == "drawn"
    if not cup.chits:
        return f"{rules.title}: empty. f puts the chits in."
    if cup.done:
        return f"{rules.title}: all {len(cup.chits)} have acted. f fills the cup again."
    words = f"{rules.title}: {len(cup.within)} of {len(cup.chits)} {'in the cup' if drawn else 'to act'}"
    sides = {side: chance for side, chance in cup.side_odds().items() if side}
    if drawn and sides:
        words += ". Next: " + ", ".join(f"{side} {percent(odds)} ({odds})" for side, odds in sides.items())
    return words


def chit_words(cup: Cup, name: str, chance: Fraction | None) -> Content:
    """A chit in the cup: name, rating, side, odds, and whether something was tried with it."""
    chit = next(chit for chit in cup.chits if chit.name == name)
    rating = f" {chit.rating}" if chit.rating is not None else ""
    odds = f"  {percent(chance)} ({chance})" if chance is not None else ""
    tried = "  tried" if cup.attempts_of(name) else ""
    return Content.assemble(
        (shown(name), "bold"), f"{rating}  {shown(chit.side)}", (odds, "$text-muted"), (tried, "bold")
    )


def mark_words(cup: Cup, name: str) -> str:
    """The mark on a chit's turn, and whether something was tried with the chit."""
    mark = f": {shown(cup.marks[name])}" if name in cup.marks else ""
    return mark + ("  tried" if cup.attempts_of(name) else "")


def cup_tail(rules: CupRules, cup: Cup) -> LinesAtWidth:
    """Chits that return to the cup, attempts so far, and attempts that are possible."""
    lines = [f"* Goes back after the next draw: {name}" for name in cup.returning]
    titles = {use.id: use.title for use in rules.uses}
    for attempt in cup.attempts:
        result = "succeeded" if attempt.success else "failed"
        lines.append(f"- {attempt.hq} tried {titles.get(attempt.use, attempt.use)}: {result}")
    if rules.uses:
        times = "once" if rules.attempts == 1 else f"{rules.attempts} times"
        rolled = any(use.procedure for use in rules.uses)
        lines.append(f"* With a chit you may try{f', {times} a turn' if rolled else ''}:")
    for number, use in enumerate(rules.uses, 1):
        cite = f" ({use.cite})" if use.cite else ""
        free = "" if use.procedure else ", no roll"
        says = f": {use.says}" if use.says else ""
        lines.append(f"- {number} {use.title}{free}{cite}{says}")
    return paragraphs(["", *lines], "    ")
