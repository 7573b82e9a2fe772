"""The texts of the turn screen."""

from __future__ import annotations

from itertools import chain

from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import PhaseStep, Sequence
from companion.model.event import Prompt
from companion.play.activation import acting
from companion.play.clock import clock_names, moments, stamp, time_words
from companion.play.prompts import when_words
from companion.render.calendar import coming
from companion.render.text import shown
from companion.render.turn import step_counts
from companion.ui.screens.counters import counter_words
from companion.ui.widgets.text import LinesAtWidth, paragraphs
from companion.workspace.context import AppContext

COMING = 4
"""Coming events that are shown."""
LAST = 3
"""Lines of the log that are shown."""


def options(context: AppContext) -> list[Option]:
    """The due prompts, then the checklist of the phase."""
    due = context.session.game_state.due()
    lines = []
    if due:
        lines.append(Option(Content.styled(f"Due now: {len(due)}", "bold"), disabled=True))
        lines += [Option(_due(prompt, context.position.turn), id=f"due|{prompt.id}") for prompt in due]
    sequence = context.module.sequence
    steps = moments(sequence)[context.position.moment].phase.steps if sequence else ()
    if sequence is None or not steps:
        return lines
    if due:
        lines.append(Option(Content.styled("Checklist", "bold"), disabled=True))
    table, at = context.session.game_state, context.position
    names = clock_names(sequence, table.clock, at)
    command = acting(sequence, table.cup, at)
    for number, step in enumerate(steps):
        done = (at.turn, at.moment, number, command) in table.ticks
        lines.append(Option(_step(step, done, step_counts(step, names) is False), id=f"step|{number}"))
    return lines


def turn_words(context: AppContext, sequence: Sequence) -> str:
    """The turn with its time of day, if the game has a clock."""
    clock = context.session.game_state.clock
    when = time_words(clock, stamp(sequence.clock, clock, context.position.turn))
    return ", ".join(part for part in (f"Turn {context.position.turn}", when) if part)


def phase_titles(sequence: Sequence) -> list[str]:
    """The phases of a turn, each with the side that plays it."""
    return [
        f"{moment.phase.title}{f' · {moment.side}' if moment.side else ''}" for moment in moments(sequence)
    ]


def allowed_lines(context: AppContext, sequence: Sequence) -> LinesAtWidth:
    """The phase, the side that plays it, and what it allows."""
    at = context.position
    moment = moments(sequence)[at.moment]
    who = moment.side or acting(sequence, context.session.game_state.cup, at)
    cite = f" ({moment.phase.cite})" if moment.phase.cite else ""
    title = f"{moment.phase.title}{f' · {who}' if who else ''}{cite}"
    return paragraphs([title, *(f"- {action}" for action in moment.phase.allows)], "  ")


def news_lines(context: AppContext) -> LinesAtWidth:
    """Coming events, counters, and the last lines of the log."""
    session, module = context.session, context.module
    table = session.game_state
    parts: list[tuple[str, list[str]]] = []
    soon = coming(module, table)
    events = [f"{when_words(module, table, event.turn)}: {event.says}" for event in soon[:COMING]]
    if len(soon) > COMING:
        events.append(f"and {len(soon) - COMING} more")
    parts.append(("Coming", events))
    counters = [
        counter_words(counter, table.counters.get(counter.id, 0)) for counter in module.scenarios.counters
    ]
    parts.append(("Counted (k)", counters))
    last = [line for line in session.log if line.game == context.game][-LAST:]
    context.log_words.learn(session.log)
    parts.append(("Last", [context.log_words.line(line) for line in last]))
    listed = [("", f"* {heading}", *(f"- {line}" for line in part)) for heading, part in parts if part]
    return paragraphs(chain.from_iterable(listed), "  ")


def _due(prompt: Prompt, turn: int) -> Content:
    since = f", since turn {prompt.turn}" if prompt.turn < turn else ""
    return Content.assemble(
        ("! ", "bold $text-warning"),
        (shown(prompt.says) + since, "bold"),
        (f" ({shown(prompt.cite)})" if prompt.cite else "", "$text-muted"),
        ("  calculator" if prompt.procedure else "", "$text-accent"),
    )


def _step(step: PhaseStep, done: bool, not_now: bool) -> Content:
    only = f" ({step.only})" if step.only else ""
    kind = "  calculator" if step.procedure else ""
    box, style = ("[x] ", "") if done else ("[-] ", "$text-muted") if not_now else ("[ ] ", "bold")
    head = f"{step.title}{only}" + (", not now" if not_now and not done else "")
    return Content.assemble(
        (box, "bold"),
        (shown(head), style),
        (f" ({shown(step.cite)})" if step.cite else "", "$text-muted" if not_now or done else "bold"),
        (kind, "$text-accent"),
        ("\n    " + shown(step.says) if step.says and not done else "", "$text-muted"),
    )
