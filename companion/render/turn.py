"""The turn as lines and as JSON: time of day, phase, checklist, prompts that are due, counters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.formula import FormulaError, Unanswered, compiled
from companion.model import GameModule, PhaseStep
from companion.model.recorded import Prompt
from companion.play.activation import acting, choosing, next_phase
from companion.play.clock import Position, clock_names, legal, moments, stamp, time_words
from companion.play.session import Session
from companion.play.state import GameState
from companion.play.unit_parts import units_of_step
from companion.play.unit_results import due
from companion.render.documents import document
from companion.render.text import cited, listed, section, wrapped


class Where(NamedTuple):
    """A position in words; a part that a game does not have is empty."""

    turn: str
    """`Turn 3`."""
    time: str
    side: str
    phase: str


def where(module: GameModule, table: GameState, position: Position | None = None) -> Where | None:
    """Return a position, by default the current one; None for a game without a sequence."""
    sequence = module.sequence
    if sequence is None:
        return None
    at = legal(sequence, position or table.position)
    moment = moments(sequence)[at.moment]
    when = time_words(table.clock, stamp(sequence.clock, table.clock, at.turn))
    side = moment.side or acting(sequence, table.cup, at)
    return Where(f"Turn {at.turn}", when, side, moment.phase.title)


def where_words(module: GameModule, table: GameState, position: Position | None = None) -> str:
    """Return a position, as in `Turn 3, 10:45, First player, Command Phase`; empty for a game without a sequence."""
    return ", ".join(part for part in where(module, table, position) or () if part)


def step_counts(step: PhaseStep, names: dict[str, Any]) -> bool | None:
    """Return whether a step applies now; None if only its text says when it does."""
    if not step.when:
        return None if step.only else True
    try:
        return bool(compiled(step.when)(names))
    except (Unanswered, FormulaError):
        return None


def turn_json(session: Session) -> dict[str, Any]:
    """Return the current position with due prompts and counters, as JSON."""
    module, table = session.module, session.game_state
    answer: dict[str, Any] = {
        "session": session.name,
        "game": module.game.slug,
        "scenario": table.scenario or None,
        "settings": dict(table.settings),
        "due": due_json(module, due(session)),
        "counters": counters_json(module, table),
    }
    sequence = module.sequence
    if sequence is None:
        return answer
    at = legal(sequence, table.position)
    moment = moments(sequence)[at.moment]
    when = stamp(sequence.clock, table.clock, at.turn)
    answer |= {
        "where": where_words(module, table),
        "turn": at.turn,
        "day": when.day if when else None,
        "time": when.time if when else None,
        "light": when.light or None if when else None,
        "side": moment.side or None,
        "command": acting(sequence, table.cup, at) or None,
        "phase": {
            "number": at.moment + 1,
            "id": moment.phase.id,
            "title": moment.phase.title,
            "cite": moment.phase.cite,
        },
        "allowed": list(moment.phase.allows),
        "steps": _steps_json(module, table, at, moment.phase.steps),
        "next": where_words(module, table, next_phase(sequence, table.cup, at)),
        "choose": list(to_choose(module, table)),
    }
    return answer


def _steps_json(
    module: GameModule, table: GameState, at: Position, steps: Iterable[PhaseStep]
) -> list[dict[str, Any]]:
    sequence = module.sequence
    names = clock_names(sequence, table.clock, at) if sequence else {}
    command = acting(sequence, table.cup, at) if sequence else ""
    side = moments(sequence)[at.moment].side if sequence else ""
    return [
        document(
            step,
            number=number,
            procedure=_full(module, step.procedure),
            counts=step_counts(step, names),
            done=(at.turn, at.moment, number - 1, command) in table.ticks,
            units=[unit.name for unit in units_of_step(step, table.units.values(), side)],
        )
        for number, step in enumerate(steps, 1)
    ]


def due_json(module: GameModule, prompts: Iterable[Prompt]) -> list[dict[str, Any]]:
    """Return the prompts that are due, with the numbers that `turn done` takes."""
    return [
        document(prompt, number=number, procedure=_full(module, prompt.procedure))
        for number, prompt in enumerate(prompts, 1)
    ]


def counters_json(module: GameModule, table: GameState) -> list[dict[str, Any]]:
    """Return the counters of the game, with their limits."""
    counts = ((counter, table.counters.get(counter.id, 0)) for counter in module.scenarios.counters)
    return [
        document(counter, count=count, reached=counter.limit is not None and count >= counter.limit)
        for counter, count in counts
    ]


def turn_lines(session: Session, width: int) -> list[str]:
    """Return the current position with due prompts and counters."""
    module, table, data = session.module, session.game_state, turn_json(session)
    scenario = module.find_scenario(table.scenario)
    about = (module.game.name, scenario.title if scenario else "", f"session {session.name}")
    head = [data.get("where") or "No sequence of play", "; ".join(filter(None, about))]
    choices = ", ".join(data.get("choose", ()))
    following = f"choose one of {choices} (companion cup draw NAME)" if choices else data.get("next")
    return [
        *listed(head, width),
        *listed([setting_words(module, table)], width),
        *listed(data.get("allowed", ()), width, "- ", "  "),
        *step_lines(data, width),
        *due_lines(module, due(session), width),
        *counter_lines([counter for counter in data["counters"] if counter["count"]], width),
        *listed([f"Next: {following}" if following else ""], width),
    ]


def to_choose(module: GameModule, table: GameState) -> tuple[str, ...]:
    """Return the Commands to choose from now; empty if no choice is due or the cup is from an earlier turn."""
    sequence = module.sequence
    at = legal(sequence, table.position) if sequence else table.position
    if sequence is None or table.cup.turn != at.turn or not choosing(sequence, table.cup, at):
        return ()
    return table.cup.within


def setting_words(module: GameModule, table: GameState) -> str:
    """Return the settings of the session, as in `Battle: Kolin`."""
    parts = []
    for setting in module.scenarios.settings:
        if words := setting.named_choices.get(table.settings.get(setting.name, "")):
            parts.append(f"{setting.label}: {words}")
    return "; ".join(parts)


def step_lines(data: dict[str, Any], width: int) -> list[str]:
    """Return the checklist with its ticks; [-] marks a step that does not apply this turn."""
    lines = ["Steps:"] if data.get("steps") else []
    for step in data.get("steps", ()):
        sign = "[x]" if step["done"] else "[-]" if step["counts"] is False else "[ ]"
        says = f": {step['says']}" if step["says"] else ""
        cite = f" [{step['cite']}]" if step["cite"] else ""
        opens = f" -> {step['procedure']}" if step["procedure"] else ""
        text = f"{step['number']} {sign} {cited(step['title'], step['only'])}{says}{cite}{opens}"
        lines += wrapped(text, width, "  ", "        ")
        lines += listed(step["units"], width, "        - ", "          ")
    return lines


def due_lines(module: GameModule, prompts: Iterable[Prompt], width: int) -> list[str]:
    """Return the prompts that are due, numbered, under a heading."""
    texts = (f"{number} {prompt_words(module, prompt)}" for number, prompt in enumerate(prompts, 1))
    return section("Due:", texts, width)


def prompt_words(module: GameModule, prompt: Prompt) -> str:
    """Return a prompt, as in `Order to II Corps arrives: roll to accept (10.6) -> lob:command-roll`."""
    opens = f" -> {_full(module, prompt.procedure)}" if prompt.procedure else ""
    return f"{cited(prompt.says, prompt.cite)}{opens}"


def counter_lines(counters: Iterable[dict[str, Any]], width: int) -> list[str]:
    """Return a line for each counter."""
    texts = []
    for counter in counters:
        limit = f" of {counter['limit']}" if counter["limit"] is not None else ""
        reached = f": {counter['says']}" if counter["reached"] and counter["says"] else ""
        text = cited(f"{counter['title']} {counter['count']}{limit}{reached}", counter["cite"])
        texts.append(f"{text}  [{counter['id']}]")
    return listed(texts, width, "", "  ")


def _full(module: GameModule, procedure: str) -> str:
    return f"{module.game.slug}:{procedure}" if procedure else ""
