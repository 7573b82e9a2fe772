"""The after-action report as Markdown, from its facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from companion.model.wording import answered, value_words
from companion.render.markdown_text import plain, table
from companion.render.player_clock import BOTH, duration_words
from companion.render.story_text import story_markdown, turn_title
from companion.render.text import cited, signed


def report_markdown(facts: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    lines = [f"# After-action report: {plain(facts['session'])}", ""]
    if facts["began"]:
        lines += [f"Played from {_moment(facts['began'])} to {_moment(facts['ended'])}.", ""]
    for game in facts["games"]:
        lines += _game(game)
    if facts["rulings"]:
        rulings = (
            f"- TABLE {plain(ruling['id'])} on {plain(ruling['about'])}: {plain(ruling['text'])}"
            for ruling in facts["rulings"]
        )
        lines += ["## Table rulings", "", "How this table plays it; no official text.", "", *rulings]
    return "\n".join(lines).rstrip("\n") + "\n"


def _game(game: dict[str, Any]) -> Iterator[str]:
    """Section of a game; empty for a game that was opened and not played."""
    lines = list(_played(game))
    if lines:
        title = " ".join(part for part in (game["name"], game["edition"]) if part)
        scenario = f": {game['scenario']}" if game["scenario"] else ""
        heading = f"## {plain(title + scenario)}"
        yield from (heading, "", *_outcome(game), *_losses(game), *_opening(game), *lines)


def _outcome(game: dict[str, Any]) -> Iterator[str]:
    """Who won, and why: by which condition, and what the players say."""
    outcome = game["outcome"]
    if outcome is None:
        yield from ("**The battle was not finished:** nobody recorded an outcome.", "")
        return
    who = f"Winner: {outcome['winner']}" if outcome["winner"] else "Draw"
    yield from (f"**{plain(who)}.**", "")
    if outcome["level"]:
        says = f": {outcome['condition']}" if outcome["condition"] else ""
        yield from (plain(cited(outcome["level"], outcome["cite"] or "") + says), "")
    if outcome["why"]:
        yield from (f"“{plain(outcome['why'])}”", "")


def _losses(game: dict[str, Any]) -> Iterator[str]:
    """Return the losses of each side and its counters, in a line each."""
    story = game["story"]
    sides = dict.fromkeys((*game["sides"], *(each["side"] for each in story["losses"])))
    lines = []
    for side in sides:
        lost = [_loss(each) for each in story["losses"] if each["side"] == side]
        counted = [
            f"{each['title']} {each['count']}" + (f" of {each['limit']}" if each["limit"] is not None else "")
            for each in game["counters"]
            if side and each["side"] == side
        ]
        told = "; ".join([*lost, *counted]) or "none recorded"
        lines.append(f"- {plain(side or 'Side not known')}: {plain(told)}.")
    if lines:
        yield from ("Losses of each side:", "", *lines, "")


def _loss(each: dict[str, Any]) -> str:
    """`Davis, Strength 5 to 3`, `Cutler removed in turn 7`."""
    if each["removed"]:
        return f"{each['unit']} {each['what']} in turn {each['removed']}"
    return f"{each['unit']}, {each['what']} {each['start']} to {each['end']}"


def _opening(game: dict[str, Any]) -> Iterator[str]:
    """`Union against Confederate. From turn 1, July 1, 09:00 to turn 11, July 1, 19:00.`"""
    told = [f"{plain(' against '.join(game['sides']))}."] if game["sides"] else []
    titles = [turn_title(turn) for turn in game["turns"] if turn["lines"]]
    if titles:
        first, last = (title[0].lower() + title[1:] for title in (titles[0], titles[-1]))
        told.append(f"{titles[0]}." if first == last else f"From {first} to {last}.")
    if told:
        yield from (" ".join(told), "")
    for side, names in game["story"]["cast"].items():
        yield from (f"{plain(side)}: {plain(', '.join(names))}.", "")


def _played(game: dict[str, Any]) -> Iterator[str]:
    yield from story_markdown(game)
    yield from _player_clock(game["player_clock"])
    record = [line for turn in game["turns"] for line in _turn_of_record(turn)]
    if record:
        yield from ("### Record", "", *record)
    columns = ("No. >", "Side", "From", "To", "Kind", "Text", "Sent >", "Arrives", "State")
    yield from table("Orders", columns, map(_order, game["orders"]))
    counters = ((counter["title"], counter["count"], counter["limit"]) for counter in game["counters"])
    yield from table("Counted", ("What", "Count >", "Limit >"), counters)
    units = ((unit["name"], unit["side"], unit["known"] or _facts(unit["facts"])) for unit in game["units"])
    yield from table("Units", ("Unit", "Side", "What is known"), units)


def _player_clock(clock: dict[str, Any] | None) -> Iterator[str]:
    """Table with the time of each side in each turn and in all."""
    if clock is None:
        return
    columns = ("Turn", *(f"{plain(each['side'] or BOTH.capitalize())} >" for each in clock["sides"]))
    times = [(f"Turn {turn['turn']}", turn["sides"]) for turn in clock["turns"]] + [
        ("In all", clock["sides"])
    ]
    rows = ((title, *(duration_words(each["seconds"]) for each in sides)) for title, sides in times)
    yield from table("Time", columns, rows)


def _facts(facts: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value_words(value)}" for name, value in facts.items())


def _order(order: dict[str, Any]) -> tuple[object, ...]:
    """The cells of an order."""
    text = order["text"] + (f", once {order['condition']}" if order["condition"] else "")
    since = f", turn {order['since']}" if order["state"] != "in transit" else ""
    state = cited(f"{order['state']}{since}", order["why"] or "")
    head = (order[name] for name in ("number", "side", "from", "to", "kind"))
    return *head, text, order["sent"], order["arrives_at"], state


def _turn_of_record(turn: dict[str, Any]) -> Iterator[str]:
    if lines := list(_turn(turn["lines"])):
        yield from (f"#### {turn_title(turn)}", "", *lines)


def _turn(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The lines of a turn by phase, each phase under its title and followed by an empty line."""
    items = ((line["phase"], item) for line in _ticks_together(lines) for item in _line(line))
    for phase, of_phase in groupby(items, key=itemgetter(0)):
        yield from (f"**{plain(phase)}**", "") if phase else ()
        yield from (item for _, item in of_phase)
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
        yield f"- {f'~~{said}~~' if line['undone'] else said}{_marks(line)}"
    counts = not line["undone"] and not line.get("put_right_by")
    for detail in _calculation(line.get("calculation") if counts else None):
        yield f"  - {plain(detail)}"
    for note in line["notes"]:
        yield f"  - Note: {plain(note)}"


def _marks(line: dict[str, Any]) -> str:
    marks = ["undone"] if line["undone"] else []
    marks += ["bookmark"] if line["pinned"] else []
    marks += [f"corrected by line {line['put_right_by']}"] if line.get("put_right_by") else []
    return f" ({', '.join(marks)})" if marks else ""


def _calculation(calculation: dict[str, Any] | None) -> Iterator[str]:
    if calculation is None:
        return
    if calculation["answers"]:
        answers = ((answer["label"], answer["answer"]) for answer in calculation["answers"])
        given = (label if answer == "yes" else answered(label, answer) for label, answer in answers)
        yield f"Given: {'; '.join(given)}"
    for roll in calculation["dice"]:
        pool = isinstance(roll["value"], list)
        value = " ".join(map(str, roll["faces"])) if pool else roll["value"]
        faces = f" ({'+'.join(map(str, roll['faces']))})" if len(roll["faces"]) > 1 and not pool else ""
        source = "rolled by the companion" if roll["source"] == "app" else "typed"
        which = f" ({roll['label']})" if roll.get("label") else ""
        yield f"Dice{which}: {value}{faces} on {roll['dice']}, {source}"
    if calculation["counted"]:
        counted = "; ".join(
            f"{signed(line['value'])} {cited(line['label'], line['cite'])}" for line in calculation["counted"]
        )
        total = f"; total {signed(calculation['total'])}" if calculation.get("total") is not None else ""
        yield f"Counted: {counted}{total}"
    if calculation["results"]:
        results = "; ".join(result["told"] for result in calculation["results"])
        yield f"Result: {results.removeprefix('Result: ')}"


def _moment(at: str) -> str:
    """Date and time, as in `2026-11-20 18:03`."""
    return at[:16].replace("T", " ")


def _clock(at: str) -> str:
    """Time, as in `18:03`."""
    return at[11:16]
