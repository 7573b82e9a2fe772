"""What the turn screen says, from the session as it stands."""

from __future__ import annotations

from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import PhaseStep, Sequence
from companion.model.event import Prompt
from companion.play.clock import Position, clock_names, moments, stamp, time_words
from companion.play.prompts import when_words
from companion.render.calendar import coming
from companion.render.text import shown, wrapped
from companion.render.turn import step_counts
from companion.ui.screens.counters import counter_words
from companion.ui.widgets.prose import Lines
from companion.workspace.context import Desk

COMING = 4
"""Lines of what comes that are shown."""
LAST = 3
"""Lines of the log that are shown."""


def options(desk: Desk) -> list[Option]:
    """What is due, above the steps of the phase."""
    due = desk.session.game_state.due()
    found = []
    if due:
        found.append(Option(Content.styled(f"Due now: {len(due)}", "bold"), disabled=True))
        found += [Option(_due(each, desk.position.turn), id=f"due|{each.id}") for each in due]
    sequence = desk.module.sequence
    steps = moments(sequence)[desk.position.moment].phase.steps if sequence else ()
    if sequence is None or not steps:
        return found
    if due:
        found.append(Option(Content.styled("Checklist", "bold"), disabled=True))
    table, at = desk.session.game_state, desk.position
    names = clock_names(sequence, table.clock, at)
    for number, step in enumerate(steps):
        done = (at.turn, at.moment, number) in table.ticks
        found.append(Option(_step(step, done, step_counts(step, names) is False), id=f"step|{number}"))
    return found


def turn_words(desk: Desk, sequence: Sequence) -> str:
    """The turn with its time of day."""
    clock = desk.session.game_state.clock
    when = time_words(clock, stamp(sequence.clock, clock, desk.position.turn))
    return ", ".join(part for part in (f"Turn {desk.position.turn}", when) if part)


def phase_titles(sequence: Sequence) -> list[str]:
    """The phases of a turn, each with who plays it."""
    return [f"{each.phase.title}{f' · {each.side}' if each.side else ''}" for each in moments(sequence)]


def allowed_lines(sequence: Sequence, at: Position) -> Lines:
    """The phase, who plays it, what it allows."""
    moment = moments(sequence)[at.moment]
    cite = f" ({moment.phase.cite})" if moment.phase.cite else ""
    title = f"{moment.phase.title}{' · ' + moment.side if moment.side else ''}{cite}"

    def lines(width: int) -> list[str]:
        told = wrapped(title, width)
        for each in moment.phase.allows:
            told += wrapped(each, width, "- ", "  ")
        return told

    return lines


def news_lines(desk: Desk) -> Lines:
    """What comes, what is counted, what happened last."""
    session, module = desk.session, desk.module
    table = session.game_state
    parts: list[tuple[str, list[str]]] = []
    soon = coming(module, table)
    told = [f"{when_words(module, table, each.turn)}: {each.says}" for each in soon[:COMING]]
    if len(soon) > COMING:
        told.append(f"and {len(soon) - COMING} more")
    parts.append(("Coming", told))
    counters = [counter_words(each, table.counters.get(each.id, 0)) for each in module.scenarios.counters]
    parts.append(("Counted (k)", counters))
    last = [each for each in session.log if each.game == desk.game][-LAST:]
    desk.log_words.learn(session.log)
    parts.append(("Last", [desk.log_words.line(each) for each in last]))

    def lines(width: int) -> list[str]:
        found: list[str] = []
        for head, each in parts:
            if each:
                found += ["", f"* {head}"]
                found += [line for one in each for line in wrapped(one, width, "- ", "  ")]
        return found

    return lines


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
