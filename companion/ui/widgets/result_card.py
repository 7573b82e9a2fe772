"""The text of the panel at the bottom of a calculator: what is needed next, or the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from companion.engine.what_if import TotalRange
from companion.model import Procedure, Resolution
from companion.render.summary import (
    MOST_BESIDE,
    MOST_TOLD,
    headline,
    labels,
    need_words,
    odds_words,
    second_line,
    statements,
)
from companion.render.text import percent, shown, wrapped
from companion.ui.key_names import with_keys
from companion.ui.widgets.text import with_minus
from companion.workspace.calculation import Calculation

BRIEF = 44
"""Columns below which only the most important line is shown before the roll."""
WIDE = 90
"""Columns from which several results are shown with their odds, which the panel beside the questions has too."""
MOST_DICE = 3
"""Most dice that are drawn."""


def result_card(calculation: Calculation, runs: Sequence[TotalRange], width: int) -> Content:
    """Return the result, filled, or what is needed next."""
    resolution, procedure = calculation.resolution, calculation.procedure
    lines: list[Content] = []
    if resolution is None:
        lines += [Content.styled(line, "bold $bad") for line in wrapped(calculation.refusal, width)]
    elif resolution.done:
        lines += _result(headline(resolution, procedure, dice=False), width)
        if len(resolution.rolls) > 1:
            for statement in statements(resolution, procedure):
                lines += map(Content, wrapped(with_minus(statement), width, rest="  "))
    else:
        lines += _needed(resolution, procedure, runs, width)
    return Content("\n").join(lines)


def why_no_roll(calculation: Calculation) -> str:
    """Return why nothing can be rolled; empty if a roll is due."""
    resolution = calculation.resolution
    if resolution is None:
        return calculation.refusal
    if resolution.needs:
        return ""
    return "Answer the open questions first." if resolution.missing else "No roll is due."


def below_card(calculation: Calculation, brief: bool) -> list[str]:
    """Return the other results, and where the result is saved; if `brief`, no results before the roll.

    After several rolls the results are above these rolls, in the card.
    """
    resolution = calculation.resolution
    shows_results = resolution is not None and (len(resolution.rolls) < 2 if resolution.done else not brief)
    below = second_line(resolution, calculation.procedure) if resolution is not None and shows_results else ""
    return [text for text in (below, calculation.notes_text()) if text]


def below_drawn(texts: Sequence[str], width: int) -> Content:
    """Return the texts below the card, in the quiet colour."""
    return Content("\n").join(
        with_keys(with_minus(line)).stylize_before("$quiet")
        for text in texts
        for line in wrapped(text, width)
    )


def die_faces(calculation: Calculation) -> tuple[str, ...]:
    """Return the faces of the only roll, `?` before it; empty for several rolls or many dice."""
    resolution = calculation.resolution
    if resolution is None or len(resolution.rolls) > 1 or (resolution.needs and resolution.rolls):
        return ()
    if resolution.rolls:
        roll = resolution.rolls[0]
        faces = tuple(map(str, roll.faces or (roll.value,)))
    else:
        dice = resolution.needs[0].dice.partition("d")[0] if resolution.needs else ""
        faces = ("?",) * int(dice) if dice.isdecimal() else ("?",) * bool(dice)
    return faces if len(faces) <= MOST_DICE else ()


def dice_drawn(faces: Sequence[str], calculation: Calculation) -> Content:
    """Return dice: filled once they are rolled, else as outlines."""
    if calculation.done:
        row = Content(" ").join(Content.styled(f"{face:^5}", "bold $ground on $text") for face in faces)
        edge = Content(" ").join(Content.styled(" " * 5, "on $text") for _ in faces)
        return Content("\n").join((edge, row, edge))
    rows = (" ".join(part for _ in faces) for part in ("╭───╮", "│ ? │", "╰───╯"))
    return Content.styled("\n".join(rows), "$accent")


def _result(words: str, width: int) -> Iterator[Content]:
    """Yield the result in capitals on a coloured background."""
    lines = wrapped(words.upper(), width - 4)
    wide = max(map(len, lines))
    for number, line in enumerate(lines):
        sign = " " if number else "●"
        yield Content.styled(f" {sign} {line:<{wide}} ", "bold $ground on $accent")


def _needed(
    resolution: Resolution, procedure: Procedure, runs: Sequence[TotalRange], width: int
) -> Iterator[Content]:
    """Yield the open questions, or else the number needed on the dice and its chance."""
    if resolution.missing:
        questions = labels(procedure, resolution.missing)
        more = f" and {len(questions) - 1} more" if width < BRIEF and len(questions) > 1 else ""
        lines = wrapped(f"Answer first: {', '.join(questions[:1] if more else questions)}{more}", width)
        yield from (Content.styled(line, "bold") for line in lines)
    elif len(runs) == 2 and not resolution.rolls and {run.words for run in runs} == set(resolution.odds):
        low, high = runs
        needs = ((f"{high.least} or more", high.words), (f"{low.most} or less", low.words))
        parts = [need_words(totals, words, percent(resolution.odds[words])) for totals, words in needs]
        first, second = (shown(part) for part in parts)
        gap = "   " if len(first) + len(second) + 3 <= width else "\n"
        yield Content.assemble((first, "bold"), *(() if width < BRIEF else (gap, second)))
    else:
        odds = resolution.odds if resolution.odds and not resolution.rolls else {}
        most = MOST_TOLD if width >= WIDE else MOST_BESIDE if width >= BRIEF else 1
        text = odds_words(odds, most) if odds else headline(resolution, procedure, most=most)
        yield from (Content.styled(line, "bold") for line in wrapped(text, width))
