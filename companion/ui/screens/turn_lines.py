"""The texts of the turn screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.content import Content
from textual.style import Style
from textual.widgets.option_list import Option

from companion.formula.evaluation import names_read
from companion.model import Counter, PhaseStep, Sequence
from companion.model.recorded import Prompt
from companion.play.activation import acting
from companion.play.clock import clock_names, moments
from companion.play.session import Session
from companion.play.state import Unit
from companion.play.unit_parts import units_of_step
from companion.play.unit_results import due
from companion.render.calendar import coming
from companion.render.player_clock import clock_words
from companion.render.text import shown
from companion.render.turn import step_counts
from companion.ui.screens.order_lines import turn_sections
from companion.ui.widgets.lines import Lines, bullets, number_columns, row, stack, text_lines
from companion.ui.widgets.markers import bar
from companion.ui.widgets.panel import NARROW
from companion.workspace.context import AppContext
from companion.workspace.unit_facts import fact_label, fact_value_words

COMING = 4
"""Coming events that are shown."""
LAST = 3
"""Lines of the log that are shown."""
_BAR = 8
"""Columns of a counter's bar."""


class ListKeys(NamedTuple):
    """Keys of the two lists, by the ids of their commands."""

    hints: Mapping[str, tuple[str, ...]]
    """Keys that the lower edge of each list shows, by its selector."""
    not_offered: set[str]
    """Keys that would do nothing."""
    labels: dict[str, str]
    """Labels that depend on the list and on the game."""


def list_keys(context: AppContext, marked: str) -> ListKeys:
    """Return the keys of the lists while the list with the id `marked` gets them."""
    in_due, cup = marked == "due", context.module.cup
    hints = {
        "#due": ("turn.open", "turn.done", "turn.dismiss", "turn.lists") if in_due else (),
        "#steps": () if in_due else ("turn.open", "turn.tick", "turn.lists"),
    }
    missing = {f"turn.{name}" for name in ("cup", "orders") if not getattr(context.module, name)}
    labels = {"turn.lists": "Steps" if in_due else "Due now"}
    if cup is not None and cup.how == "chosen":
        labels["turn.cup"] = cup.title
    return ListKeys(hints, {*missing, "turn.tick" if in_due else "turn.done"}, labels)


def due_rows(context: AppContext) -> list[Option]:
    """Return the prompts that are due."""
    turn, prompts = context.position.turn, due(context.session)
    columns = number_columns(prompt.cite for prompt in prompts)
    return [Option(_due(prompt, turn, columns), id=f"due|{prompt.id}") for prompt in prompts]


def step_rows(context: AppContext) -> list[Option]:
    """Return the checklist of the phase, with the units that each step is for."""
    rows, listed = [], checked_steps(context)
    columns = number_columns(step.cite for step, _, _ in listed)
    for number, (step, done, not_now) in enumerate(listed):
        rows.append(Option(_step(step, done, not_now, (number, columns)), id=f"step|{number}"))
        units = [] if done or not_now else step_units(context, step)
        rows += [Option(_unit(context, step, unit), id=f"unit|{number}|{unit.name}") for unit in units]
    return rows


def step_units(context: AppContext, step: PhaseStep) -> list[Unit]:
    """Return the units that a step of the current phase is for."""
    where = context.where_parts()
    units = context.session.game_state.units.values()
    return units_of_step(step, units, where.side if where is not None else "")


def checked_steps(context: AppContext) -> list[tuple[PhaseStep, bool, bool]]:
    """Return the steps of the phase, each with whether it is done and whether it does not apply now."""
    sequence = context.module.sequence
    if sequence is None:
        return []
    table, at = context.session.game_state, context.position
    names = clock_names(sequence, table.clock, at)
    command = acting(sequence, table.cup, at)
    return [
        (step, (at.turn, at.moment, number, command) in table.ticks, step_counts(step, names) is False)
        for number, step in enumerate(moments(sequence)[at.moment].phase.steps)
    ]


def done_words(steps: list[tuple[PhaseStep, bool, bool]]) -> str:
    """`2 of 7 done`; steps that do not apply are not counted."""
    counted = [done for _, done, not_now in steps if done or not not_now]
    return f"{sum(counted)} of {len(counted)} done" if counted else ""


def phase_titles(context: AppContext, sequence: Sequence) -> list[str]:
    """Return the phases of a turn, each with the side that plays it; the current one with the command that acts."""
    at = context.position
    titles = []
    for place, moment in enumerate(moments(sequence)):
        who = moment.side
        if place == at.moment and not who:
            who = acting(sequence, context.session.game_state.cup, at)
        titles.append(f"{moment.phase.title}{f' · {who}' if who else ''}")
    return titles


def coming_lines(context: AppContext) -> tuple[Lines | None, str]:
    """Return the next events by turn, and words on how many follow them."""
    module, table = context.module, context.session.game_state
    soon = coming(module, table)
    by_turn: dict[int, list[str]] = {}
    for event in soon[:COMING]:
        by_turn.setdefault(event.turn, []).append(event.says)
    more = f"and {len(soon) - COMING} more" if len(soon) > COMING else ""
    return stack(turn_sections(module, table, by_turn)) if by_turn else None, more


def clock_line(session: Session) -> Lines:
    """Return the time each side has used so far, in a short form where there is no room for all."""
    words = f"Player clock: {clock_words(session)}"
    full, short = text_lines(words), text_lines(clock_words(session, short=True))
    return Lines(lambda width: (full if len(shown(words)) <= width else short).at(width))


def counter_lines(context: AppContext) -> Lines | None:
    """Return the counters, each with a bar up to its limit; None if the game has none."""
    counters, table = context.module.scenarios.counters, context.session.game_state
    if not counters:
        return None
    return stack(counter_row(counter, table.counters.get(counter.id, 0)) for counter in counters)


def counter_row(counter: Counter, value: int) -> Lines:
    """Return a counter with a bar up to its limit; once the limit is reached, with what happens then."""
    side = f", {counter.side}" if counter.side and counter.side not in counter.title else ""
    title = Content(shown(f"{counter.title}{side}"))
    if counter.limit is None:
        return row(Content(""), title, Content.styled(str(value), "bold"))
    reached = value >= counter.limit
    share = value / counter.limit if counter.limit else 1
    right = Content.assemble(
        (f"{value} of {counter.limit}", "bold" if value else ""),
        Content.assemble("  ", bar(share, _BAR, "$heed" if reached else "$accent")) if value else "",
    )
    says = f"  ! {shown(counter.says or 'limit reached')}" if reached else ""
    return row(Content(""), title, right, Content.styled(says, "bold $heed"))


def latest_lines(context: AppContext) -> Lines | None:
    """Return the last lines of the log; None if it is empty."""
    log = context.session.log
    last = [line for line in log if line.game == context.game][-LAST:]
    context.log_words.learn(log)
    return bullets(context.log_words.line(line) for line in last) if last else None


def _due(prompt: Prompt, turn: int, columns: int) -> Lines:
    right = [(f"since turn {prompt.turn}", "$heed")] if prompt.turn < turn else []
    right += [("calculator", "$quiet")] if prompt.procedure else []
    right += [(f"{shown(prompt.cite):>{columns}}", "$link")] if prompt.cite else []
    says = Content.styled(shown(prompt.says), "bold")
    return row(Content.styled("! ", "bold $heed"), says, _spaced(right))


def _step(step: PhaseStep, done: bool, not_now: bool, place: tuple[int, int]) -> Lines:
    """Return a step; `place` is its number and the columns of the rule numbers."""
    number, columns = place
    only = f" ({step.only})" if step.only else ""
    box, style = ("[x] ", "$quiet") if done else ("[-] ", "$quiet") if not_now else ("[ ] ", "bold")
    head = f"{step.title}{only}" + (", not now" if not_now and not done else "")
    right = [("calculator", "$quiet")] if step.procedure else []
    right += [(f"{shown(step.cite):>{columns}}", "$link")] if step.cite else []
    click = Style.from_meta({"@click": f"screen.tick({number})"})
    parts = Content.styled(box, "bold").stylize(click), Content.styled(shown(head), style), _spaced(right)
    short = row(*parts)
    full = row(*parts, Content.styled(shown(step.says), "$quiet")) if step.says and not done else short
    return Lines(lambda width: (short if width < NARROW - 24 else full).at(width))


def _unit(context: AppContext, step: PhaseStep, unit: Unit) -> Lines:
    """Return a unit of a step, with the facts for which the step applies to it."""
    module = context.module
    read = {path[0] for path in names_read(step.units)}
    facts = [fact for fact in module.units.facts if fact.name in read]
    values = (fact_value_words(module, fact.name, unit.facts.get(fact.name)) for fact in facts)
    words = [
        fact_label(fact) if value == "yes" else value
        for fact, value in zip(facts, values, strict=True)
        if value
    ]
    right = [(", ".join(words), "")] if words else []
    right += [("calculator" if step.procedure else "unit", "$quiet")]
    return row(Content.styled("    - ", "$quiet"), Content(shown(unit.name)), _spaced(right))


def _spaced(parts: list[tuple[str, str]]) -> Content:
    return Content("  ").join(Content.styled(*part) for part in parts)
