"""The first panel of the cup screen: whose chit moves, which key comes next, and the chances of the next draw."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from textual.content import Content

from companion.model import Cup as CupRules
from companion.model.event import ChitDrawn
from companion.play.activation import activation
from companion.play.cup import BEFORE, Cup
from companion.render.cup import phase_note
from companion.render.text import percent, short_fraction, shown
from companion.ui.key_names import key_label
from companion.ui.widgets.lines import Lines, row, section, stack, text_lines
from companion.ui.widgets.markers import bar, chit, side_style
from companion.ui.widgets.panel import touch
from companion.workspace.context import AppContext

_WIDE = 40
"""Columns from which the panel has room for the explanation of the game."""


class Standing(NamedTuple):
    """The stage of the cup in the turn."""

    now: str
    """The chit that moves now; empty between two turns of chits, and in another phase."""
    last: str
    """The chit that moved last, while none moves now; empty for none."""
    note: str
    """Text that names the phase in which the cup is used; empty in that phase."""
    stale: bool
    """Whether the chits are those of another turn."""
    phases: bool
    """Whether the command that moves now has its own phases."""


def standing(context: AppContext, cup: Cup) -> Standing:
    """Return the stage of the cup in the turn."""
    sequence, at = context.module.sequence, context.position
    if sequence is None:
        return Standing("", "", "", False, False)
    run, note, stale = activation(sequence), phase_note(sequence, at), cup.turn != at.turn
    between = len(run) > 1 and at.moment == run[0]
    if note or stale or between:
        return Standing("", cup.moving, note, stale, False)
    return Standing(cup.moving, "", note, stale, at.moment in run[1:])


def head_title(rules: CupRules, place: Standing) -> str:
    """Return the title of the panel."""
    drawn = rules.how == "drawn"
    if place.now:
        return "Moving now" if drawn else "Acting now"
    if place.last:
        return "Drawn last" if drawn else "Acted last"
    return "Next draw" if drawn else "Next"


def head_lines(context: AppContext, rules: CupRules, cup: Cup, key_of: Callable[[str], str]) -> Lines:
    """Return the chit that moves, what to press next, and the chances; `key_of` returns the key of a command."""
    place, sides = standing(context, cup), cup_sides(context)
    parts = [_chit(context, rules, cup, place)] if place.now or place.last else []
    if place.now:
        parts += [_waiting(cup, name, sides) for name in cup.waiting]
    parts += [row(Content.styled("!  ", "bold $heed"), Content(note)) for note in _notes(context, cup, place)]
    command, label = _next_key(context, rules, cup, place)
    key = key_of(command)
    pressed = Content.styled(f"{key_label(key)}  ", "bold $accent").stylize(touch(key))
    parts.append(row(pressed, Content.styled(shown(label), "bold").stylize(touch(key))))
    chances = _chances(rules, cup, sides)
    parts += [section("Next draw")] if chances and (place.now or place.last) else []
    parts += chances
    says = text_lines(Content.styled(shown(rules.says), "$quiet"))
    short, full = stack(parts), stack([*parts, says] if rules.says else parts)
    return Lines(lambda width: (full if width >= _WIDE else short).at(width))


def cup_sides(context: AppContext) -> tuple[str, ...]:
    """Return the sides of the game; those of the chits if the game has none."""
    chits = context.session.game_state.cup.chits
    return context.module.sides or tuple(dict.fromkeys(each.side for each in chits if each.side))


def chit_name(cup: Cup, name: str) -> str:
    """Return the name of a chit, with its rating if it has one."""
    rating = next((each.rating for each in cup.chits if each.name == name), None)
    return f"{name} {rating}" if rating is not None else name


def moved_by(rules: CupRules, cup: Cup, name: str) -> str:
    """Return how a chit got into the order of moves without being drawn, as in `by Move Now`; empty if drawn."""
    for attempt in cup.attempts:
        use = next((each for each in rules.uses if each.id == attempt.use), None)
        if attempt.success and attempt.hq == name and use is not None and use.does == BEFORE:
            return f"by {use.title}"
    return ""


def _chit(context: AppContext, rules: CupRules, cup: Cup, place: Standing) -> Lines:
    """Return the chit that moves or moved last, its side, and who drew it."""
    name = place.now or place.last
    side = cup.side_of(name)
    drawn = chit(chit_name(cup, name), cup_sides(context), side, filled=bool(place.now))
    named = Content.assemble(drawn, "  ", (shown(side), "bold"))
    how = Content.styled(_how(context, cup, name) if rules.how == "drawn" else "", "$quiet")
    one, two = row(Content(" "), named, how), stack([row(Content(" "), named), row(Content(" "), how)])
    length = named.cell_length + how.cell_length + 3
    return Lines(lambda width: (one if length <= width or not how.plain else two).at(width))


def _how(context: AppContext, cup: Cup, name: str) -> str:
    """Return who drew a chit; empty for a chit that was not drawn."""
    if name in cup.ahead:
        return ""
    events = (each.event for each in reversed(context.session.log))
    by = next((each.by for each in events if isinstance(each, ChitDrawn) and each.chit == name), "hand")
    return "drawn by hand" if by == "hand" else "drawn here"


def _waiting(cup: Cup, name: str, sides: tuple[str, ...]) -> Lines:
    then = chit(chit_name(cup, name), sides, cup.side_of(name), filled=False)
    return row(Content.styled(" then  ", "$quiet"), then)


def _notes(context: AppContext, cup: Cup, place: Standing) -> list[str]:
    """Return warnings: that the chits are from another turn, and that the cup belongs to another phase."""
    notes, at = [], context.position
    if place.stale:
        remaining = (*cup.within, *cup.returning)
        rules = context.module.cup
        what = "Never drawn" if rules is not None and rules.how == "drawn" else "Not acted"
        rest = f" {what}: {', '.join(remaining)}." if remaining else ""
        notes.append(f"These chits are from turn {cup.turn}; it is now turn {at.turn}.{rest}")
    if place.note and not (place.stale and cup.moved):
        counts = " The draw counts unless you take it back." if _just_drawn(context) else ""
        notes.append(f"{place.note}{counts}")
    return [shown(note) for note in notes]


def _just_drawn(context: AppContext) -> bool:
    """Return whether Undo would undo a draw."""
    return any(isinstance(each.event, ChitDrawn) for each in context.session.undoable)


def _next_key(context: AppContext, rules: CupRules, cup: Cup, place: Standing) -> tuple[str, str]:
    """Return the id of the key to press next, and what it does."""
    drawn = rules.how == "drawn"
    if place.stale:
        return "cup.fill", f"Fill the {'cup' if drawn else 'list'} for turn {context.position.turn}"
    if place.note and _just_drawn(context):
        return "undo", "Undo this draw"
    if place.phases:
        return "cup.back", f"Play the phases of {place.now}"
    if place.note or not cup.within:
        if place.note:
            return "cup.back", "Back to the turn"
        if drawn and place.now:
            return "cup.back", "After this last move, continue the turn"
        return "cup.back", f"All {'drawn' if drawn else 'have acted'}: continue the turn"
    if drawn:
        return "cup.draw", "Draw the next chit" if cup.moved or cup.returning else "Draw the first chit"
    return "cup.hand", "Choose who acts next" if cup.moved else "Choose who acts first"


def _chances(rules: CupRules, cup: Cup, sides: tuple[str, ...]) -> list[Lines]:
    chances = {side: chance for side, chance in cup.side_odds().items() if side}
    if rules.how != "drawn":
        return []
    names = max(map(len, chances), default=0)
    return [_chance(side, names, chance, side_style(sides, side)) for side, chance in chances.items()]


def _chance(side: str, columns: int, chance: Fraction, style: str) -> Lines:
    name, words = f"{shown(side):{columns}}", f"  {percent(chance):>5}{short_fraction(chance):>6}"

    def make(width: int) -> list[Content]:
        room = max(width - len(name) - len(words) - 2, 3)
        drawn = bar(float(chance), room, style)
        return [Content.assemble((name, f"bold {style}"), "  ", drawn, (words, "bold"))]

    return Lines(make)
