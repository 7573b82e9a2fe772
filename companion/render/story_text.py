"""The story of a game as Markdown, from its facts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from companion.model.wording import counted
from companion.render.luck import one_in
from companion.render.markdown_text import plain, table

_BARS = "▁▂▃▄▅▆▇█"


def story_markdown(game: dict[str, Any]) -> Iterator[str]:
    """Yield the story, the turning points, the luck and the losses of a game, without empty sections."""
    story = game["story"]
    titles = {turn["turn"]: turn_title(turn) for turn in game["turns"]}
    yield from _turning_points(story)
    if story["turns"]:
        yield from ("### What happened", "")
    for turn in story["turns"]:
        yield from (f"**{titles[turn['turn']]}**", "")
        for phase in turn["phases"]:
            named = f"*{plain(phase['phase'])}:* " if phase["phase"] else ""
            yield from (named + " ".join(map(plain, phase["says"])), "")
    yield from _luck(story)
    losses = (
        (each["unit"], each["side"], _what(each), each["start"], each["end"], _course(each))
        for each in story["losses"]
    )
    yield from table("Losses", ("Unit", "Side", "What", "Start >", "End >", "By turn"), losses)


def _turning_points(story: dict[str, Any]) -> Iterator[str]:
    if story["turning_points"]:
        yield from (
            "### Turning points",
            "",
            "The least likely results, each with its chance before the roll.",
            "",
        )
        yield from (_turning_point(point) for point in story["turning_points"])
        yield ""


def turn_title(turn: dict[str, Any]) -> str:
    """Return the heading of a turn, as in `Turn 3, July 1, 10:30`."""
    return f"Turn {turn['turn']}" + (f", {plain(turn['when'])}" if turn["when"] else "")


def _turning_point(point: dict[str, Any]) -> str:
    effects = f" {plain('; '.join(point['effects']))}." if point["effects"] else ""
    chance = one_in(Fraction(point["chance"]))
    return f"- Turn {point['turn']}, line {point['line']}: {plain(point['says'])}: {chance}.{effects}"


def _luck(story: dict[str, Any]) -> Iterator[str]:
    unlikely = story["unlikely"]
    rows = (
        (
            each["side"] or "unknown",
            each["dice"],
            each["count"],
            f"{each['average']:.2f}",
            f"{each['expected']:.1f}",
            _tail(each),
        )
        for each in story["dice"]
    )
    columns = ("Side", "Dice", "Rolled >", "Average >", "Expected >", "Chance of such a total")
    yield from table("Dice", columns, rows)
    if unlikely["of"]:
        count = unlikely["count"]
        shares = f" The chance of {count} or more is {_percent(unlikely['as_many'])}." if count else ""
        several = unlikely["expected"] > unlikely["of"] / 10
        why = ", because a roll may have several results of 10% or less" if several else ""
        yield (
            f"Of {counted(unlikely['of'], 'results')} with known odds, {count or 'none'} had a chance of 10% or less; "
            f"{unlikely['expected']:.1f} were expected{why}.{shares} High rolls are not always good: this shows how "
            "unusual the evening was, not who was lucky."
        )
        yield ""


def _tail(row: dict[str, Any]) -> str:
    """Return the chance of a total as high or higher, or if it is below the average, as low or lower."""
    if row["average"] >= row["expected"]:
        return f"{_percent(row['as_high'])} as high or higher"
    return f"{_percent(row['as_low'])} as low or lower"


def _percent(chance: float) -> str:
    if 0 < chance < 0.01:
        return "under 1%"
    return f"{chance:.0%}"


def _what(each: dict[str, Any]) -> str:
    """Return the number that the row tracks, or the turn in which the unit was removed."""
    return str(each["what"]) + (f" in turn {each['removed']}" if each["removed"] else "")


def _course(each: dict[str, Any]) -> str:
    """Return the value at the end of each turn as a row of bars; empty without numbers."""
    if each["start"] is None:
        return ""
    values = [each["start"], *each["by_turn"].values()]
    most = max(*map(abs, values), 1)
    return "".join(_BARS[round(max(value, 0) * (len(_BARS) - 1) / most)] for value in values)
