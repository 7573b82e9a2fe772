"""Odds and ledger as rows in columns, drawn for the width of their panel."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from textual.content import Content

from companion.engine.what_if import TotalRange
from companion.model import LedgerLine, Resolution, WorkedOut
from companion.render.resolution import authority_mark, said_because, total_words
from companion.render.summary import need_words
from companion.render.text import percent, short_fractions, shown, signed
from companion.ui.widgets.markers import bar
from companion.ui.widgets.text import with_minus

SIGNS = {
    "applied": ("●", "bold $good", "bold"),
    "not applied": ("○", "$quiet", "$quiet"),
    "not allowed": ("✕", "bold $heed", "$quiet"),
    "open": ("?", "bold $heed", "$quiet"),
}
"""Sign of each state of a modifier, with its style and that of the row."""
ROLLED = "▸ "
"""Sign of the result that was rolled."""
_LEAST_BAR, _WIDEST_BAR = 6, 24
_LEAST_WORDS = 8
"""Columns that the words of a result need beside a bar."""
_LONGEST_NAME = 16
"""Columns of the longest name that stands for a result: `Shaken` for `Shaken: may not advance`."""
_ROOM_FOR_FRACTIONS = 46
_LONGEST_NUMBER = 6
"""Characters of the longest rule number; anything longer is shown below its modifier."""
_SHORT_NOTE, _LEAST_LABEL = 16, 24
"""A note of up to the first length is shown beside its modifier, if that has at least the second number of columns."""


class Notes(NamedTuple):
    """Notes on modifiers."""

    rulings: Mapping[str, Sequence[str]]
    """Table rulings, by the label of the modifier."""
    would: Mapping[str, str]
    """Effect that toggling each modifier would have, by its key."""
    brief: bool
    """Whether to show only notes that have room beside the modifier."""


def odds_rows(odds: Mapping[str, Fraction], runs: Sequence[TotalRange], rolled: str, width: int) -> Content:
    """Return a row for each result: totals that give it, words, bar, chance; `rolled` is the result that was rolled.

    All bars have one length. Where it would be too short, each result has only its name before a colon, or else the
    words are on a line of their own.
    """
    spans = _spans(odds, runs)
    dice = max((len(span) for span in spans.values()), default=0)
    fractions = short_fractions(odds) if width >= _ROOM_FOR_FRACTIONS else [""] * len(odds)
    exact = max(map(len, fractions), default=0)
    lead = 2 + dice + 2 * bool(dice)
    chances = max(len(percent(chance)) for chance in odds.values()) + 1
    room = width - lead - chances - (exact + 2 if exact else 0)
    texts = _names(list(odds), room - 2 - _LEAST_BAR)
    label = _label_column(texts, room, width - lead)
    cells = max(min(room - label - 2 * bool(label), _WIDEST_BAR), 1)
    lines: list[Content] = []
    for (words, chance), text, fraction in zip(odds.items(), texts, fractions, strict=True):
        style = "bold" if words == rolled else ""
        first, *rest = (Content.styled(line, style) for line in _folded(text, label or width - lead))
        mark = ROLLED if words == rolled else "  "
        span = Content.styled(f"{mark}{spans.get(words, ''):>{dice}}{'  ' if dice else ''}", "bold")
        drawn = Content.assemble(
            bar(float(chance), cells), (f"{percent(chance):>{chances}}", "bold"),
            (f"  {fraction:>{exact}}" if exact else "", "$quiet"),
        )  # fmt: skip
        below = [Content.assemble(" " * lead, line) for line in rest]
        if label:
            lines += [Content.assemble(span, first.pad_right(label + 2 - len(first)), drawn), *below]
        else:
            lines += [Content.assemble(span, first), *below, Content.assemble(" " * lead, drawn)]
    return Content("\n").join(lines)


def _names(results: list[str], most: int) -> list[str]:
    """Return the results, or their names before a colon if only these have room in `most` columns.

    The card of the result shows all words after the roll.
    """
    names = [words.partition(": ")[0] for words in results]
    longest = max(map(len, names))
    has_names = names != results and len(set(names)) == len(names) and longest <= min(most, _LONGEST_NAME)
    return names if has_names and max(map(len, results)) > most else results


def _label_column(texts: Sequence[str], room: int, whole: int) -> int:
    """Return the columns of the words beside a bar; 0 if they take fewer lines of `whole` columns above it."""
    longest, most = max(map(len, texts)), room - 2 - _LEAST_BAR
    above = sum(len(_folded(words, whole)) + 1 for words in texts)
    fits = most >= min(longest, _LEAST_WORDS) and sum(len(_folded(words, most)) for words in texts) <= above
    return min(longest, most) if fits else 0


def _spans(odds: Mapping[str, Fraction], runs: Sequence[TotalRange]) -> dict[str, str]:
    """Return the totals that give each result, as in `4–6`; empty unless they are known for every result."""
    spans: dict[str, list[str]] = {}
    for run in runs:
        span = str(run.least) if run.least == run.most else f"{run.least}–{run.most}"
        spans.setdefault(run.words, []).append(span)
    known = {words: ", ".join(listed) for words, listed in spans.items()}
    fits = all(len(span) <= len("10–12, 20") for span in known.values())
    return known if fits and set(known) == set(odds) else {}


def ledger_rows(resolution: Resolution, notes: Notes, width: int) -> Content:
    """Return the modifiers of each tally with its total; a brief, single tally has its total on the lower edge."""
    lines: list[Content] = []
    for worked in resolution.totals:
        several = len(resolution.totals) > 1
        if several:
            lines += [Content("")] * bool(lines)
            lines += [Content.styled(line, "bold $quiet") for line in _folded(worked.heading, width)]
        of_tally = [line for line in resolution.ledger if line.tally == worked.name]
        amounts = [_amount(line, worked.unit) for line in of_tally]
        column = max((len(amount) for amount in amounts), default=0)
        for line, amount in zip(of_tally, amounts, strict=True):
            lines += _ledger_row(line, f"{amount:>{column}}", notes, width)
        if several or not notes.brief:
            lines += [Content.styled("─" * width, "$line")] if of_tally else []
            total = _folded(f"{_total(worked):>{column}}  Total", width - 2)
            lines += [Content.styled(f"  {line}", "bold") for line in total]
    return Content("\n").join(lines)


def modifier_rows(line: LedgerLine, unit: str, would: Mapping[str, str], width: int) -> list[Content]:
    """Return the rows of one modifier, with the effect of toggling it."""
    return list(_ledger_row(line, _amount(line, unit), Notes({}, would, False), width))


def total_note(resolution: Resolution, runs: Sequence[TotalRange]) -> Content:
    """Return the total and the number needed on the dice, for the lower edge; empty unless there is one tally."""
    if len(resolution.totals) != 1:
        return Content("")
    total = Content.styled(f"Total {_total(resolution.totals[0])}", "bold")
    need = f"  {need_words(f'{runs[1].least}+', shown(runs[1].words))}" if len(runs) == 2 else ""
    return Content.assemble(total, (need, "$quiet"))


def _total(worked: WorkedOut) -> str:
    return with_minus(total_words(worked))


def _amount(line: LedgerLine, unit: str) -> str:
    if line.value is None:
        return "?" if line.state == "open" else "–"
    return str(line.value) if unit == "turns" else with_minus(signed(line.value, unit))


def _ledger_row(line: LedgerLine, amount: str, notes: Notes, width: int) -> Iterator[Content]:
    """Yield the lines of a modifier: sign, amount, label, note, rule; a note without room goes below the label."""
    sign, sign_style, style = SIGNS[line.state]
    lead, is_short = 2 + len(amount) + 2, len(line.cite) <= _LONGEST_NUMBER
    cite = f"  {line.cite:>4}" if line.cite and is_short else ""
    room = width - lead - len(cite)
    label, note = (
        f"{line.label}{authority_mark(line.authority)}",
        notes.would.get(line.key, "") or said_because(line),
    )
    fits = len(label) + 2 + len(note) <= room or len(note) <= min(_SHORT_NOTE, room - 2 - _LEAST_LABEL)
    beside = note if fits else ""
    first, *rest = _folded(label, room - len(beside) - 2 * bool(beside))
    below = [] if beside or not note or (notes.brief and line.state != "not allowed") else [note]
    below += [] if is_short else [f"({line.cite})"]
    below += [line.note] if line.note and line.state == "applied" and not notes.brief else []
    yield Content.assemble(
        (f"{sign} ", sign_style), (f"{amount}  ", style), (first, style),
        " " * (room - len(first) - len(beside)), (beside, "$quiet"), (cite, "$link"),
    )  # fmt: skip
    for text in rest:
        yield Content.styled(" " * lead + text, style)
    for text in (line for says in below for line in _folded(says, room)):
        yield Content.styled(" " * lead + text, "$quiet")
    for ruling in notes.rulings.get(line.label, ()):
        yield Content.assemble(" " * lead, (" TABLE ", "bold $ground on $accent"), f" {shown(ruling)}")


def _folded(text: str, width: int) -> list[str]:
    """Return a text wrapped to a column, which may be very narrow."""
    return textwrap.wrap(shown(text), max(width, 8), break_on_hyphens=False) or [""]
