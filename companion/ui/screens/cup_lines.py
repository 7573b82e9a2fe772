"""The texts of the cup screen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Cup as CupRules
from companion.play.cup import Cup
from companion.render.cup import phase_note
from companion.render.text import percent, short_fraction, shown
from companion.ui.widgets.lines import Lines, row, section, stack, text_lines
from companion.ui.widgets.markers import bar, chit, tall_chit
from companion.ui.widgets.panel import empty_state, key_hint, touch
from companion.workspace.context import AppContext

_NAMES = 40
"""Columns from which a row has room for the name of the side."""
_TALL = 20
"""Columns of a chit in a frame."""


def cup_sides(context: AppContext) -> tuple[str, ...]:
    """The sides of the game, or those of the chits."""
    sequence = context.module.sequence
    chits = context.session.game_state.cup.chits
    own = sequence.sides if sequence is not None else ()
    return own or tuple(dict.fromkeys(each.side for each in chits if each.side))


def next_draw(context: AppContext, rules: CupRules, cup: Cup) -> Lines | None:
    """The chit that moves, the chances of each side, and what else to know before the next draw; None for nothing."""
    sides = {side: chance for side, chance in cup.side_odds().items() if side}
    chances = sides if rules.how == "drawn" and cup.within else {}
    notes = _notes(context, rules, cup)
    says = text_lines(Content.styled(shown(rules.says), "$quiet"))
    if not chances and not notes and not rules.says and not cup.moving:
        return None

    names = max(map(len, chances), default=0)
    parts = [_chance(f"{side:{names}}", chance) for side, chance in chances.items()]
    if cup.moving:
        parts = [_moving(context, cup), *([section("Next draw")] if parts else []), *parts]
    parts += [row(Content.styled("! ", "bold $heed"), Content(note)) for note in notes]
    full = stack([*parts, says]) if rules.says else stack(parts)
    return _fitting(stack(parts) if parts else full, full)


def _notes(context: AppContext, rules: CupRules, cup: Cup) -> list[str]:
    """Whether the chits are of this turn, and in which phase they are drawn."""
    notes, at = [], context.position
    if cup.chits and cup.turn != at.turn:
        left = (*cup.within, *cup.returning)
        what = "never drawn" if rules.how == "drawn" else "not acted"
        lost = f"; {what}: {', '.join(left)}" if left else ""
        again = "f fills the cup again."
        notes.append(f"These are the chits of turn {cup.turn}, and it is turn {at.turn}{lost}. {again}")
    sequence = context.module.sequence
    note = phase_note(sequence, at) if sequence is not None else ""
    undo = " ^Z takes this draw back." if cup.moving else ""
    notes += [f"Out of phase: {note[0].lower()}{note[1:]}{undo}"] if note else []
    return [shown(note) for note in notes if note]


def _moving(context: AppContext, cup: Cup) -> Lines:
    """The chit that was drawn last, with its side."""
    side = cup.side_of(cup.moving)
    drawn = chit(chit_name(cup, cup.moving), cup_sides(context), side, filled=True)
    return row(Content(" "), drawn, Content.styled(shown(side), "bold"))


def _chance(name: str, chance: Fraction) -> Lines:
    words = f"  {percent(chance):>5}{short_fraction(chance):>6}"

    def make(width: int) -> list[Content]:
        room = max(width - len(name) - len(words) - 2, 3)
        return [Content.assemble((shown(name), "bold"), "  ", bar(float(chance), room), (words, "bold"))]

    return Lines(make)


def set_name(rules: CupRules | None) -> str:
    """Name of the place of the chits: a cup that they are drawn from, or a list that the player chooses from."""
    return "cup" if rules is None or rules.how == "drawn" else "list"


def count_words(rules: CupRules, cup: Cup) -> str:
    """How many chits of the set are in the cup."""
    if not cup.chits:
        return ""
    if cup.done:
        return f"all {len(cup.chits)} {'drawn' if cup.moving and rules.how == 'drawn' else 'have acted'}"
    return f"{len(cup.within)} of {len(cup.chits)}{'' if rules.how == 'drawn' else ' to act'}"


def empty_cup(context: AppContext, rules: CupRules | None, cup: Cup) -> Content | str:
    """Text of a list without chits."""
    if rules is None:
        return empty_state(f"{context.module.game.name} draws no chits.")
    if cup.chits:
        return f"All {len(cup.chits)} have acted." if cup.done and not cup.moving else "No chit is left."
    what = f"The {set_name(rules)} is empty"
    sequence = context.module.sequence
    why = phase_note(sequence, context.position) if sequence is not None else ""
    return empty_state(what, why or rules.says, key_hint("f", "Fill"))


def chit_rows(rules: CupRules, cup: Cup, sides: tuple[str, ...], height: Callable[[], int]) -> list[Option]:
    """The chits in the cup by side; in frames if all of them fit into the rows that there are."""
    odds = cup.odds() if rules.how == "drawn" else {}
    by_side: dict[str, list[str]] = {}
    for name in cup.within:
        by_side.setdefault(cup.side_of(name), []).append(name)
    grouped = len(by_side) > 1

    def tall() -> bool:
        return 3 * len(cup.within) + len(by_side) * grouped <= height()

    listed = []
    for side, names in by_side.items():
        if grouped:
            every = sum(each.side == side for each in cup.chits)
            head = section(side or "No side", f"{len(names)} of {every}")
            listed.append(Option(head, disabled=True))
        listed += [Option(_chit_row(cup, name, odds.get(name), sides, tall), id=name) for name in names]
    return listed


def _chit_row(
    cup: Cup, name: str, chance: Fraction | None, sides: tuple[str, ...], tall: Callable[[], bool]
) -> Lines:
    says, side = chit_name(cup, name), cup.side_of(name)
    tried = "tried" if cup.attempts_of(name) else ""
    odds = f"{percent(chance):>5}{short_fraction(chance):>6}" if chance is not None else ""
    right = Content.assemble((f"{tried}  " if tried else "", "$heed"), (odds, "bold"))

    def make(width: int) -> list[Content]:
        if width < _NAMES or not tall():
            return row(Content(" "), chit(says, sides, side, filled=True), right).at(width)
        first, middle, last = tall_chit(says, sides, side, max(_TALL, len(says) + 4))
        between = row(Content(" "), middle, right).at(width)
        return [Content.assemble(" ", first), *between, Content.assemble(" ", last)]

    return Lines(make)


def chit_name(cup: Cup, name: str) -> str:
    """A chit with its rating, if it has one."""
    rating = next((each.rating for each in cup.chits if each.name == name), None)
    return f"{name} {rating}" if rating is not None else name


def move_rows(cup: Cup, sides: tuple[str, ...]) -> list[Option]:
    """The order of moves, then the chits that stand aside."""
    listed = [(name, str(place)) for place, name in enumerate(cup.moved, 1)]
    listed += [(name, "–") for name in cup.aside]
    return [Option(_move_row(cup, name, place, sides), id=name) for name, place in listed]


def _move_row(cup: Cup, name: str, place: str, sides: tuple[str, ...]) -> Lines:
    now, side = name == cup.moving, cup.side_of(name)
    words = [
        (f"  {shown(cup.marks[name])}" if name in cup.marks else "", "bold"),
        ("  tried" if cup.attempts_of(name) else "", "$quiet"),
        ("  aside" if name in cup.aside else "", "$quiet"),
        ("  moving" if now else "  waiting" if name in cup.waiting else "", "bold $accent"),
    ]
    lead = Content.styled(f"{place:>2} ", "$quiet")
    text = Content.assemble(chit(chit_name(cup, name), sides, side, filled=now), *words)
    named = row(lead, text, Content.styled(shown(side), "$quiet"))
    return _fitting(row(lead, text), named)


def _fitting(short: Lines, full: Lines) -> Lines:
    """The parts that fit into the width."""
    return Lines(lambda width: (full if width >= _NAMES else short).at(width))


def alter_lines(rules: CupRules, cup: Cup) -> Lines | None:
    """The attempts that a chit allows, and those of this turn."""
    if not rules.uses and not cup.returning:
        return None
    titles = {use.id: use.title for use in rules.uses}
    parts = []
    for number, use in enumerate(rules.uses, 1):
        right = [] if use.procedure else [Content.styled("no roll", "$quiet")]
        right += [Content.styled(shown(use.cite), "$link")] if use.cite else []
        lead, title = Content.styled(f"{number}  ", "bold $accent"), Content.styled(shown(use.title), "bold")
        says = Content.styled(shown(use.says), "$quiet") if use.says else None
        lead, title = lead.stylize(touch(str(number))), title.stylize(touch(str(number)))
        parts.append(_fitting(row(lead, title), row(lead, title, Content("  ").join(right), says)))
    parts += [section("This turn")] if cup.attempts or cup.returning else []
    for name in cup.returning:
        parts.append(row(Content("·  "), Content(shown(f"Goes back after the next draw: {name}"))))
    for attempt in cup.attempts:
        sign, style = ("✓", "bold $good") if attempt.success else ("✕", "bold $bad")
        result = "succeeded" if attempt.success else "failed"
        tried = f"{attempt.hq} tried {titles.get(attempt.use, attempt.use)}: {result}"
        parts.append(row(Content.styled(f"{sign}  ", style), Content(shown(tried))))
    return stack(parts)


def times_words(rules: CupRules) -> str:
    """How often an attempt with a roll is allowed."""
    if not any(use.procedure for use in rules.uses):
        return ""
    return f"{'once' if rules.attempts == 1 else f'{rules.attempts} times'} a turn"
