"""The after-action report as Markdown, from its facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from companion.render.text import cited, shown, signed, value_words

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")


def plain(text: str) -> str:
    """Text that is no markup, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(shown(" ".join(text.split())).split()))


def report_markdown(facts: dict[str, Any]) -> str:
    """The whole report."""
    lines = [f"# After-action report: {plain(facts['session'])}", ""]
    if facts["began"]:
        lines += [f"Played from {_moment(facts['began'])} to {_moment(facts['ended'])}.", ""]
    for game in facts["games"]:
        lines += _game(game)
    if facts["rulings"]:
        lines += ["## Table rulings", "", "How this table plays it; no official text.", ""]
        lines += [
            f"- TABLE {plain(each['id'])} on {plain(each['about'])}: {plain(each['text'])}"
            for each in facts["rulings"]
        ]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _game(game: dict[str, Any]) -> Iterator[str]:
    """One game; one that came up and was not played is left out."""
    told = list(_played(game))
    if told:
        title = " ".join(part for part in (game["name"], game["edition"]) if part)
        scenario = f": {game['scenario']}" if game["scenario"] else ""
        yield from (f"## {plain(title + scenario)}", "", *told)


def _played(game: dict[str, Any]) -> Iterator[str]:
    for turn in game["turns"]:
        told = list(_turn(turn["lines"]))
        if told:
            when = f", {plain(turn['when'])}" if turn["when"] else ""
            yield from (f"### Turn {turn['turn']}{when}", "")
            yield from told
    if game["orders"]:
        yield from _orders(game["orders"])
    if game["counters"]:
        yield from ("### Counted", "", "| What | Count | Limit |", "| --- | ---: | ---: |")
        for each in game["counters"]:
            yield f"| {plain(each['title'])} | {each['count']} | {'' if each['limit'] is None else each['limit']} |"
        yield ""
    if game["units"]:
        yield from ("### Units", "", "| Unit | Side | What is known |", "| --- | --- | --- |")
        for each in game["units"]:
            known = each["known"] or ", ".join(
                f"{name.replace('_', ' ')} {value_words(value)}" for name, value in each["facts"].items()
            )
            yield f"| {plain(each['name'])} | {plain(each['side'] or '')} | {plain(known)} |"
        yield ""


def _turn(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    phase: str | None = None
    for line in _ticks_together(lines):
        told = list(_line(line))
        if not told:
            continue
        if line["phase"] != phase:
            if phase is not None:
                yield ""
            phase = line["phase"]
            if phase:
                yield from (f"**{plain(phase)}**", "")
        yield from told
    if phase is not None:
        yield ""


def _ticks_together(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Steps ticked one after the other in a phase as one line."""
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
            due = "; ".join(plain(cited(each["says"], each["cite"])) for each in line["raised"])
            yield f"- {line['number']}, {_clock(line['at'])}: Due: {due}{_marks(line)}"
        elif line["pinned"] or line["notes"]:
            yield f"- {line['number']}, {_clock(line['at'])}: {plain(line['says'])}{_marks(line)}"
    else:
        said = f"{line['number']}, {_clock(line['at'])}: {plain(line['says'])}"
        yield f"- {_struck(said, line['undone'])}{_marks(line)}"
    for each in _calculation(line.get("calculation")):
        yield f"  - {_struck(plain(each), line['undone'])}"
    for note in line["notes"]:
        yield f"  - Note: {plain(note)}"


def _struck(text: str, undone: bool) -> str:
    return f"~~{text}~~" if undone else text


def _marks(line: dict[str, Any]) -> str:
    marks = ["undone"] if line["undone"] else []
    marks += ["bookmark"] if line["pinned"] else []
    marks += [f"put right by line {line['put_right_by']}"] if line.get("put_right_by") else []
    return f" ({', '.join(marks)})" if marks else ""


def _calculation(told: dict[str, Any] | None) -> Iterator[str]:
    if told is None:
        return
    if told["answers"]:
        yield f"Given: {'; '.join(_pair(each['label'], each['answer']) for each in told['answers'])}"
    for roll in told["dice"]:
        pool = isinstance(roll["value"], list)
        value = " ".join(map(str, roll["faces"])) if pool else roll["value"]
        faces = f" ({'+'.join(map(str, roll['faces']))})" if len(roll["faces"]) > 1 and not pool else ""
        source = "rolled by the companion" if roll["source"] == "app" else "typed from the table"
        yield f"Dice: {value}{faces} on {roll['dice']}, {source}"
    if told["counted"]:
        counted = "; ".join(
            f"{signed(each['value'])} {cited(each['label'], each['cite'])}" for each in told["counted"]
        )
        total = f"; total {signed(told['total'])}" if told.get("total") is not None else ""
        yield f"Counted: {counted}{total}"
    if told["results"]:
        told_results = (f"{each['label']}: {each['says']}" for each in told["results"])
        yield f"Result: {'; '.join(told_results)}"


def _pair(label: str, says: str) -> str:
    return label if says == "yes" else f"{label}: {says}"


def _orders(orders: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield from ("### Orders", "", "| No. | Side | From | To | Kind | Text | Sent | Arrives | State |")
    yield "| ---: | --- | --- | --- | --- | --- | ---: | --- | --- |"
    for each in orders:
        text = each["text"] + (f", once {each['condition']}" if each["condition"] else "")
        state = f"{each['state']}, turn {each['since']}" if each["state"] != "in transit" else each["state"]
        state += f" ({each['why']})" if each["why"] else ""
        cells = (each["side"], each["from"] or "", each["to"], each["kind"], text)
        rest = (str(each["sent"]), each["arrives_at"], state)
        yield "| " + " | ".join([str(each["number"]), *map(plain, cells), *map(plain, rest)]) + " |"
    yield ""


def _moment(at: str) -> str:
    """`2026-11-20 18:03`."""
    return at[:16].replace("T", " ")


def _clock(at: str) -> str:
    """`18:03`."""
    return at[11:16]
