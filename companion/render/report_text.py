"""The after-action report as Markdown, from its facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from companion.model.wording import value_words
from companion.render.text import cited, shown, signed

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")


def plain(text: str) -> str:
    """Return text on one line with its Markdown characters escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(shown(" ".join(text.split())).split()))


def report_markdown(facts: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    lines = [f"# After-action report: {plain(facts['session'])}", ""]
    if facts["began"]:
        lines += [f"Played from {_moment(facts['began'])} to {_moment(facts['ended'])}.", ""]
    for game in facts["games"]:
        lines += _game(game)
    if facts["rulings"]:
        lines += ["## Table rulings", "", "How this table plays it; no official text.", ""]
        lines += [
            f"- TABLE {plain(ruling['id'])} on {plain(ruling['about'])}: {plain(ruling['text'])}"
            for ruling in facts["rulings"]
        ]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _game(game: dict[str, Any]) -> Iterator[str]:
    """Section of a game; empty for a game that was opened and not played."""
    lines = list(_played(game))
    if lines:
        title = " ".join(part for part in (game["name"], game["edition"]) if part)
        scenario = f": {game['scenario']}" if game["scenario"] else ""
        yield from (f"## {plain(title + scenario)}", "", *lines)


def _played(game: dict[str, Any]) -> Iterator[str]:
    for turn in game["turns"]:
        lines = list(_turn(turn["lines"]))
        if lines:
            when = f", {plain(turn['when'])}" if turn["when"] else ""
            yield from (f"### Turn {turn['turn']}{when}", "")
            yield from lines
    if game["orders"]:
        yield from _orders(game["orders"])
    if game["counters"]:
        yield from ("### Counted", "", "| What | Count | Limit |", "| --- | ---: | ---: |")
        for counter in game["counters"]:
            limit = "" if counter["limit"] is None else counter["limit"]
            yield f"| {plain(counter['title'])} | {counter['count']} | {limit} |"
        yield ""
    if game["units"]:
        yield from ("### Units", "", "| Unit | Side | What is known |", "| --- | --- | --- |")
        for unit in game["units"]:
            known = unit["known"] or ", ".join(
                f"{name.replace('_', ' ')} {value_words(value)}" for name, value in unit["facts"].items()
            )
            yield f"| {plain(unit['name'])} | {plain(unit['side'] or '')} | {plain(known)} |"
        yield ""


def _turn(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    phase: str | None = None
    for line in _ticks_together(lines):
        items = list(_line(line))
        if not items:
            continue
        if line["phase"] != phase:
            if phase is not None:
                yield ""
            phase = line["phase"]
            if phase:
                yield from (f"**{plain(phase)}**", "")
        yield from items
    if phase is not None:
        yield ""


def _ticks_together(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The lines, with consecutive ticked steps of a phase joined into one."""
    held: dict[str, Any] | None = None
    for line in lines:
        simple = line["kind"] == "ticked" and not (line["undone"] or line["pinned"] or line["notes"])
        done = simple and line["says"].startswith("Done: ")
        if held is not None and done and held["phase"] == line["phase"]:
            held = {**held, "says": f"{held['says']}; {line['says'].removeprefix('Done: ')}"}
            continue
        if held is not None:
            yield held
        held = line if done else None
        if not done:
            yield line
    if held is not None:
        yield held


def _line(line: dict[str, Any]) -> Iterator[str]:
    if line["kind"] == "moved" and not line["undone"]:
        if line["raised"]:
            due = "; ".join(plain(cited(prompt["says"], prompt["cite"])) for prompt in line["raised"])
            yield f"- {line['number']}, {_clock(line['at'])}: Due: {due}{_marks(line)}"
        elif line["pinned"] or line["notes"]:
            yield f"- {line['number']}, {_clock(line['at'])}: {plain(line['says'])}{_marks(line)}"
    else:
        said = f"{line['number']}, {_clock(line['at'])}: {plain(line['says'])}"
        yield f"- {_struck(said, line['undone'])}{_marks(line)}"
    for detail in _calculation(line.get("calculation")):
        yield f"  - {_struck(plain(detail), line['undone'])}"
    for note in line["notes"]:
        yield f"  - Note: {plain(note)}"


def _struck(text: str, undone: bool) -> str:
    return f"~~{text}~~" if undone else text


def _marks(line: dict[str, Any]) -> str:
    marks = ["undone"] if line["undone"] else []
    marks += ["bookmark"] if line["pinned"] else []
    marks += [f"put right by line {line['put_right_by']}"] if line.get("put_right_by") else []
    return f" ({', '.join(marks)})" if marks else ""


def _calculation(calculation: dict[str, Any] | None) -> Iterator[str]:
    if calculation is None:
        return
    if calculation["answers"]:
        yield f"Given: {'; '.join(_pair(answer['label'], answer['answer']) for answer in calculation['answers'])}"
    for roll in calculation["dice"]:
        pool = isinstance(roll["value"], list)
        value = " ".join(map(str, roll["faces"])) if pool else roll["value"]
        faces = f" ({'+'.join(map(str, roll['faces']))})" if len(roll["faces"]) > 1 and not pool else ""
        source = "rolled by the companion" if roll["source"] == "app" else "typed from the table"
        yield f"Dice: {value}{faces} on {roll['dice']}, {source}"
    if calculation["counted"]:
        counted = "; ".join(
            f"{signed(line['value'])} {cited(line['label'], line['cite'])}" for line in calculation["counted"]
        )
        total = f"; total {signed(calculation['total'])}" if calculation.get("total") is not None else ""
        yield f"Counted: {counted}{total}"
    if calculation["results"]:
        told_results = (f"{result['label']}: {result['says']}" for result in calculation["results"])
        yield f"Result: {'; '.join(told_results)}"


def _pair(label: str, says: str) -> str:
    return label if says == "yes" else f"{label}: {says}"


def _orders(orders: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield from ("### Orders", "", "| No. | Side | From | To | Kind | Text | Sent | Arrives | State |")
    yield "| ---: | --- | --- | --- | --- | --- | ---: | --- | --- |"
    for order in orders:
        text = order["text"] + (f", once {order['condition']}" if order["condition"] else "")
        state = (
            f"{order['state']}, turn {order['since']}" if order["state"] != "in transit" else order["state"]
        )
        state += f" ({order['why']})" if order["why"] else ""
        cells = (order["side"], order["from"] or "", order["to"], order["kind"], text)
        rest = (str(order["sent"]), order["arrives_at"], state)
        yield "| " + " | ".join([str(order["number"]), *map(plain, cells), *map(plain, rest)]) + " |"
    yield ""


def _moment(at: str) -> str:
    """Date and time, as in `2026-11-20 18:03`."""
    return at[:16].replace("T", " ")


def _clock(at: str) -> str:
    """Time, as in `18:03`."""
    return at[11:16]
