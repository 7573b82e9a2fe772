"""`companion new-turn`: reads the phases of a turn from the rules, asks about them, and writes sequence.yaml."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.cli.authoring.additions import Additions, fault_lines
from companion.cli.authoring.interview import GoBack, Interview, Question
from companion.cli.authoring.kept_answers import Drafts
from companion.cli.authoring.turn.guesses import (
    BOTH,
    INITIATIVE,
    headings,
    steps_of,
    usual_calculators,
    usual_players,
    usual_rule,
)
from companion.cli.authoring.turn.phases import PrintedPhase, SequenceRule
from companion.cli.authoring.turn.questions import (
    ask_calculators,
    ask_phases,
    ask_players,
    ask_rules,
    ask_sequence,
    ask_sides,
)
from companion.cli.authoring.turn.replacing import FormerTurn, ask_replaced, file_of
from companion.cli.new_chart import slug_of
from companion.cli.output import print_lines, print_result, print_text
from companion.errors import Refused
from companion.load.files import shown_path
from companion.load.yaml_text import yaml_text
from companion.model import GameModule, Procedure
from companion.model import Sequence as Turn
from companion.play.clock import moments

_SCHEMA = "yaml-language-server: $schema=../../schemas/sequence.schema.json"
_WRITE = "Above is the whole file. yes writes it. no writes nothing, but keeps your answers."
_HALVES = (" (first side)", " (second side)")
"""Endings of the titles of two phases that the sides play in the order of the initiative."""


class _Made(NamedTuple):
    """A turn ready to be written."""

    text: str
    turn: Turn
    former: FormerTurn | None
    """The turn that it replaces."""
    left_out: list[str]
    """Keys of the former file that do not fit to the new one."""


class _Plan(NamedTuple):
    """A phase as the author describes it."""

    phase: PrintedPhase
    who: str
    cite: str
    procedures: list[Procedure]


def run(options: argparse.Namespace) -> int:
    """Ask, write the turn, and print what to do next. Raises Refused and NotFound."""
    interview = Interview(options.answer)
    additions = Additions(options.game, options.folder)
    interview.say(
        "Enter accepts the answer in brackets, ? explains the question, < goes back to the previous one, and Ctrl+C "
        "quits: your answers are kept, and nothing is written."
    )
    drafts = Drafts(additions.places.data / "unfinished" / f"turn-{additions.slug}.json")
    with interview.keeping(drafts, "turn"):
        made = _answered(interview, additions)
        path = (
            additions.replace(file_of(additions), made.text)
            if made.former
            else additions.write({file_of(additions): made.text})[0]
        )
    lines = [f"{'replaced' if made.former else 'wrote'} {shown_path(path)}"]
    lines += [f"Left out, because it no longer fits: {', '.join(made.left_out)}"] if made.left_out else []
    lines += ["Next: companion check", f"Then: companion --game {additions.slug}"]
    phases = [phase.title for phase in made.turn.phases]
    print_result(options, {"file": str(path), "phases": phases, "left_out": made.left_out}, lines)
    return 0


def _answered(interview: Interview, additions: Additions) -> _Made:
    """Ask until all questions are answered, and return the turn. Raises Refused."""
    while True:
        try:
            return _made(interview, additions)
        except GoBack:
            interview.go_back()


def _made(interview: Interview, additions: Additions) -> _Made:
    """Ask all questions once, and return the turn. Raises Refused and GoBack."""
    module = additions.module
    former = ask_replaced(interview, additions)
    rule = ask_sequence(interview, module)
    phases = ask_phases(interview, rule)
    sides = ask_sides(interview, _known_sides(module))
    interview.finish_missing()
    plans = _ask_plans(interview, module, rule, phases, sides)
    interview.finish()
    record = {
        "cite": rule.entry.cites[0] if rule else "",
        "sides": list(sides),
        "phases": list(_records(plans, module)),
    }
    made = _fitting(record, former, additions)
    _confirm(made, interview, additions)
    return made


def _ask_plans(
    interview: Interview,
    module: GameModule,
    rule: SequenceRule | None,
    phases: list[PrintedPhase],
    sides: Sequence[str],
) -> list[_Plan]:
    """Ask who plays each phase, and for its calculators and rule. Raises Refused and GoBack."""
    known = headings(module)
    usual = usual_players(phases, rule.text if rule else "", len(sides) == 2)
    players = ask_players(interview, phases, usual, sides)
    guessed = usual_calculators(phases, module.procedures, known)
    procedures = ask_calculators(interview, phases, guessed, module.procedures)
    sequence = rule.entry.cites[0] if rule else ""
    cites = [usual_rule(phase, made, known, sequence) for phase, made in zip(phases, procedures, strict=True)]
    cites = ask_rules(interview, module, phases, cites)
    return list(map(_Plan, phases, players, cites, procedures))


def _known_sides(module: GameModule) -> tuple[str, ...]:
    """Return the sides that the files of a game name; empty if they name fewer than two."""
    if module.sides:
        return module.sides
    battles = module.scenarios
    named = (
        *(command.side for command in battles.commands),
        *(arrival.side for arrival in battles.arrivals),
        *(counter.side for counter in battles.counters),
        *(victory.side for victory in battles.victory),
    )
    sides = tuple(dict.fromkeys(filter(None, named)))
    return sides if len(sides) > 1 else ()


def _records(plans: Sequence[_Plan], module: GameModule) -> Iterator[dict[str, Any]]:
    """Yield the phases of the file; one that the initiative orders is two phases."""
    known, taken = headings(module), set[str]()
    for number, plan in enumerate(plans, 1):
        is_split = plan.who == INITIATIVE
        for half in _HALVES if is_split else ("",):
            title = f"{plan.phase.title}{half}"
            name = slug_of(title) or f"phase-{number}"
            name = next(
                each for each in (name, *(f"{name}-{count}" for count in range(2, 99))) if each not in taken
            )
            taken.add(name)
            record = {"id": name, "title": title, "who": BOTH if is_split else plan.who, "cite": plan.cite}
            steps = steps_of(plan.phase, plan.procedures, known)
            yield {key: value for key, value in {**record, "steps": steps}.items() if value}


def _fitting(record: dict[str, Any], former: FormerTurn | None, additions: Additions) -> _Made:
    """Return the turn with those keys of the former file that fit to it. Raises Refused if the turn has a fault."""
    comments = [_SCHEMA] if additions.has_schemas else []
    kept = dict(former.other) if former else {}
    left_out: list[str] = []
    while True:
        text = yaml_text({**record, **kept}, comments)
        module, faults = additions.tried({file_of(additions): text})
        keys = {fault.key.partition(".")[0].partition("[")[0] for fault in faults} & {*kept}
        if not faults and module.sequence is not None:
            return _Made(text, module.sequence, former, left_out)
        if not keys:
            raise Refused(f"the turn would have a fault, so nothing was written: {fault_lines(faults[:3])}")
        left_out += sorted(keys)
        kept = {key: value for key, value in kept.items() if key not in keys}


def _confirm(made: _Made, interview: Interview, additions: Additions) -> None:
    """Show the turn as it is played, and ask whether to write it. Raises Refused if not."""
    if not interview.asks:
        return
    print_lines(["", "One turn:"])
    for line in _turn_lines(made.turn):
        print_text(line, "  ", "    ")
    path = shown_path(additions.folder / file_of(additions))
    does = f"Replace {path} with this" if made.former else f"Write this to {path}"
    says = f"{does} (? shows the whole file)?"
    shows = tuple(made.text.splitlines())
    question = Question("write", says, default="yes", explains=_WRITE, shows=shows, is_kept=False)
    if not interview.ask_yes(question):
        raise Refused("nothing was written; run the same command to continue with your answers")


def _turn_lines(turn: Turn) -> list[str]:
    """Return who plays which phases in one turn, a line for each change of the side; calculators are in brackets."""
    lines: list[str] = []
    last = None
    for phase, side in moments(turn):
        calculators = ", ".join(step.procedure for step in phase.steps if step.procedure)
        words = f"{phase.title}{f' ({calculators})' if calculators else ''}"
        if side == last:
            lines[-1] += f", {words}"
        else:
            lines.append(f"{side or 'Both sides'}: {words}")
        last = side
    return lines
