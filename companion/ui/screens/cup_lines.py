"""The texts of the cup screen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import ChitUse, Procedure, Resolution
from companion.model import Cup as CupRules
from companion.play.cup import ASIDE, BACK, BEFORE, HOLD, OF_DRAWN, Cup
from companion.render.cup import phase_note
from companion.render.text import percent, short_fraction, shown
from companion.ui.base.dialogs import Choice
from companion.ui.screens.cup_head import chit_name, moved_by
from companion.ui.widgets.lines import Lines, row, section, stack
from companion.ui.widgets.markers import chit, tall_chit
from companion.ui.widgets.panel import empty_state, heading, key_hint, touch
from companion.workspace.context import AppContext

_NAMES = 40
"""Columns from which a row has room for the name of the side."""
_TALL = 20
"""Columns of a chit in a frame."""
_DOES = {
    BACK: "The chit just drawn goes back after the next draw.",
    BEFORE: "The chit marked in the cup moves before the one just drawn.",
    HOLD: "The chit just drawn keeps its place.",
    ASIDE: "The chit marked in the cup stands aside.",
}
"""Explanation of an attempt for which the game gives none."""
_NO_DRAW = "No chit is left to draw: agree what happens, if the rules do not say."


def set_name(rules: CupRules | None) -> str:
    """Return what holds the chits: `cup` if they are drawn at random, `list` if the player chooses from them."""
    return "cup" if rules is None or rules.how == "drawn" else "list"


def count_words(rules: CupRules, cup: Cup) -> str:
    """Return how many chits of the set are in the cup, in words."""
    if not cup.chits:
        return ""
    if cup.done:
        return f"all {len(cup.chits)} {'drawn' if rules.how == 'drawn' else 'have acted'}"
    return f"{len(cup.within)} of {len(cup.chits)}{' left' if rules.how == 'drawn' else ' to act'}"


def empty_cup(context: AppContext, rules: CupRules | None, cup: Cup) -> Content | str:
    """Return the text of an empty list of chits."""
    if rules is None:
        return empty_state(f"{context.module.game.name} has no chit cup.")
    if cup.chits:
        return "No chits left." if rules.how == "drawn" else f"All {len(cup.chits)} have acted."
    what = f"The {set_name(rules)} is empty"
    sequence = context.module.sequence
    why = phase_note(sequence, context.position) if sequence is not None else ""
    return empty_state(what, why or rules.says, key_hint("f", f"Fill the {set_name(rules)}"))


def chit_rows(rules: CupRules, cup: Cup, sides: tuple[str, ...], height: Callable[[], int]) -> list[Option]:
    """Return the chits in the cup by side; in frames if all of them fit into `height` rows."""
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
            total = sum(each.side == side for each in cup.chits)
            head = section(side or "No side", f"{len(names)} of {total}")
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
            return row(Content(" "), chit(says, sides, side, filled=False), right).at(width)
        first, middle, last = tall_chit(says, sides, side, max(_TALL, len(says) + 4))
        between = row(Content(" "), middle, right).at(width)
        return [Content.assemble(" ", first), *between, Content.assemble(" ", last)]

    return Lines(make)


def move_rows(rules: CupRules, cup: Cup, sides: tuple[str, ...], now: str) -> list[Option]:
    """Return the order of moves, then the chits set aside; `now` is the chit that moves now, empty for none."""
    listed = [(name, str(place)) for place, name in enumerate(cup.moved, 1)]
    listed += [(name, "–") for name in cup.aside]
    return [Option(_move_row(rules, cup, name, place, sides, now), id=name) for name, place in listed]


def _move_row(rules: CupRules, cup: Cup, name: str, place: str, sides: tuple[str, ...], now: str) -> Lines:
    side, by = cup.side_of(name), moved_by(rules, cup, name)
    tried = "tried" if cup.attempts_of(name) and not by else ""
    words = [
        (f"  {shown(cup.marks[name])}" if name in cup.marks else "", "bold"),
        (f"  {shown(by or tried)}" if by or tried else "", "$quiet"),
        ("  aside" if name in cup.aside else "", "$quiet"),
        ("  moving" if name == now else "  waiting" if now and name in cup.waiting else "", "bold $accent"),
    ]
    lead = Content.styled(f"{place:>2} ", "$quiet")
    text = Content.assemble(chit(chit_name(cup, name), sides, side, filled=False), *words)
    named = row(lead, text, Content.styled(shown(side), "$quiet"))
    return _fitting(row(lead, text), named)


def _fitting(short: Lines, full: Lines) -> Lines:
    """Return the full row where it fits, else the short one."""
    return Lines(lambda width: (full if width >= _NAMES else short).at(width))


def alter_lines(rules: CupRules, cup: Cup, room: Callable[[], int]) -> Lines | None:
    """Return the possible attempts and those of this turn; with explanations if these fit into `room` lines.

    Attempts with a chit in the cup are left out once the cup is empty.
    """
    possible = _possible(rules, cup)
    if not possible and not cup.returning and not cup.attempts:
        return None
    titles = {use.id: use.title for use in rules.uses}
    short = [_use_row(number, use, "") for number, use in possible]
    full = [_use_row(number, use, _explained(use, cup)) for number, use in possible]
    parts = [section("This turn")] if cup.attempts or cup.returning else []
    for name in cup.returning:
        parts.append(row(Content("·  "), Content(shown(f"Goes back after the next draw: {name}"))))
    for attempt in cup.attempts:
        sign, style = ("✓", "bold $good") if attempt.success else ("✕", "bold $bad")
        result = "succeeded" if attempt.success else "failed"
        tried = f"{attempt.hq} tried {titles.get(attempt.use, attempt.use)}: {result}"
        parts.append(row(Content.styled(f"{sign}  ", style), Content(shown(tried))))
    brief, explained = stack([*short, *parts]), stack([*full, *parts])
    return Lines(lambda width: (explained if len(explained.at(width)) <= room() else brief).at(width))


def _possible(rules: CupRules, cup: Cup) -> list[tuple[int, ChitUse]]:
    """Return the attempts that have a chit to act on, each with its digit."""
    return [(digit, use) for digit, use in enumerate(rules.uses, 1) if cup.within or use.does in OF_DRAWN]


def _explained(use: ChitUse, cup: Cup) -> str:
    """Return what an attempt does, and that it lacks a next draw if the cup is empty."""
    says = use.says or _DOES[use.does]
    return f"{says} {_NO_DRAW}" if use.does == BACK and not cup.within else says


def _use_row(number: int, use: ChitUse, says: str) -> Lines:
    """Return an attempt after its digit, with its rule at the right edge and its explanation below."""
    right = [Content.styled("needs a roll" if use.procedure else "no roll", "$quiet")]
    right += [Content.styled(shown(use.cite), "$link")] if use.cite else []
    acts = touch(str(number))
    lead = Content.styled(f"{number}  ", "bold $accent").stylize(acts)
    title = Content.styled(shown(use.title), "bold").stylize(acts)
    below = Content.styled(shown(says), "$quiet") if says else None
    named = row(lead, title, Content("  ").join(right), below, right_needed=False)
    return named if says else _fitting(row(lead, title), named)


def alter_title(rules: CupRules, cup: Cup, wide: bool) -> Content:
    """Return the title of the attempts: their keys and, on a wide screen, how often an HQ may try."""
    digits = [str(digit) for digit, _ in _possible(rules, cup)]
    listed = f"1 to {len(digits)}" if len(digits) == len(rules.uses) > 1 else ", ".join(digits)
    keys = f"press {listed}" if digits else ""
    return heading("Alter the order", "  ".join(each for each in (keys, _times_words(rules) * wide) if each))


def _times_words(rules: CupRules) -> str:
    """Return how often an attempt with a roll is allowed; empty if none needs a roll."""
    if not any(use.procedure for use in rules.uses):
        return ""
    return f"{'once' if rules.attempts == 1 else f'{rules.attempts} times'} a turn"


def rolled_yes(resolution: Resolution, procedure: Procedure) -> bool | None:
    """Return the yes or no of a roll; None unless the roll has exactly one headline result, a yes or no."""
    results = [resolution.outcome.get(name.name) for name in procedure.outcome if name.show == "headline"]
    return results[0] if len(results) == 1 and isinstance(results[0], bool) else None


def success_choices(rolled_yes: bool | None) -> list[Choice]:
    """Return the possible results of an attempt; the one that was rolled comes first, so that it is marked."""
    rolled = ", as rolled"
    good = Choice("s", "succeeded", "It succeeded" + rolled * (rolled_yes is True))
    bad = Choice("f", "failed", "It failed" + rolled * (rolled_yes is False))
    return [bad, good] if rolled_yes is False else [good, bad]
