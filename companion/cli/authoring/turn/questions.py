"""The questions of `new-turn`: the rule, the phases, the sides, and what each phase has, as lists to correct."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.interview import MISSING, Interview, Question
from companion.cli.authoring.numbered_answers import RIGHT, Corrections
from companion.cli.authoring.rule_question import named_rule
from companion.cli.authoring.turn.calculator_names import CalculatorNames, example_name
from companion.cli.authoring.turn.guesses import BOTH, EACH, INITIATIVE, acts_together
from companion.cli.authoring.turn.phases import (
    LONGEST_TITLE,
    MOST_PHASES,
    PrintedPhase,
    SequenceRule,
    sequence_rule,
    sequence_rules,
)
from companion.errors import Refused, shortened
from companion.model import EACH_COMMAND, GameModule, Procedure
from companion.model.wording import counted

NONE = "none"
_OTHERS = 3
"""Maximum number of other rules that the first question lists."""
_MOST_SIDES = 8
_RULE = (
    "The rule that lists the phases of a turn in order. Its phases are read next, and you can correct them. none: type "
    "the phases yourself."
)
_PHASES = (
    "2 no leaves out phase 2. 2 Charges gives phase 2 this name. {} Rally adds a phase at the end. Write ; between "
    "several. Or type all phases in order: Movement, Fire, Morale."
)
_FEW = 3
"""So many names may be meant as the sides, not as a whole turn."""
_TYPED = "The names of the phases in the order of play, with commas between them."
_SIDES = (
    "The sides of your battle, in the order in which they play. A scenario may give them other names later."
)
_WHO = (
    "each side: first one side plays the phase, then the other. If phases with each side follow one another, a side "
    "plays all of them before the other side begins. both: the sides play the phase together.{} The name of a side: "
    "only this side plays it. Type 4 both, 4-6 both, or 2 each side; both without a number is for all phases."
)
_HALVES = " initiative: one side and then the other, in an order that changes from turn to turn."
_CALCULATORS = (
    "The app opens a calculator from its phase. Type the number of a phase and all its calculators, by title or id: 4 "
    "Fire, or 5 Melee, Morale; 4 no for none. Write ; between several phases."
)
_RULES = "The app opens the rule from the phase. Type the number of a phase and of a rule: 4 5.3; 4 none for no rule."


def ask_sequence(interview: Interview, module: GameModule) -> SequenceRule | None:
    """Ask for the rule with the sequence of play; None if there is none. Raises Refused and GoBack."""
    found = sequence_rules(module)
    proposed = next((rule for rule in found if rule.score > 1), None)
    others = [rule.label for rule in found if rule is not proposed and rule.score > 0][:_OTHERS]
    says = "Which rule lists the phases of a turn? Type a number, a heading, or the word none"
    says += f". Perhaps also {', or '.join(others)}" if others else ""
    default = proposed.entry.cites[0] if proposed else NONE
    default_says = (
        f"{proposed.label}, {counted(len(proposed.phases), 'phases')}"
        if proposed
        else "none: type the phases"
    )

    def known(text: str) -> str:
        if text.casefold() == NONE:
            return NONE
        if cite := named_rule(module, text):
            return cite
        raise Refused(f"unknown rule {shortened(text)}; type a number, a heading, or the word none")

    question = Question("rule", says, default, default, default_says, explains=_RULE, check=known)
    cite = interview.ask(question._replace(is_asked=bool(module.entries)))
    entries = [entry for entry in module.entries if cite != NONE and cite in entry.cites]
    return sequence_rule(module, entries[0], is_chosen=True) if entries else None


def ask_phases(interview: Interview, rule: SequenceRule | None) -> list[PrintedPhase]:
    """Ask which phases a turn has: those read from the rule are corrected, others typed. Raises Refused and GoBack."""
    printed = rule.phases if rule else []
    if rule and not printed:
        interview.say(f"No phases were found in {rule.label}.")
    if not printed:
        says = "The phases of a turn, in order, with commas between them"
        typed = interview.ask(
            Question("phases", says, "Movement, Fire, Morale", explains=_TYPED, check=_names)
        )
        return [] if typed == MISSING else [PrintedPhase(name) for name in typed.split(", ")]
    corrections = Corrections(len(printed) + 1, _name, "1 no; 2 Charges")
    known = {phase.title.casefold() for phase in printed}

    def check(text: str) -> str:
        if text[:1].isdecimal() or text.casefold() in RIGHT:
            _left(printed, corrections.read(text))
            return corrections.check(text)
        if not re.search("[,;]", text):
            raise Refused(
                f"{shortened(text)!r}: write a number and the correction, as in {corrections.example}"
            )
        names = _names(text).split(", ")
        if len(names) <= _FEW and not {name.casefold() for name in names} & known:
            raise Refused("none of these is a phase above; the sides are asked for after the phases")
        return ", ".join(names)

    _list(interview, f"Phases in {rule.label if rule else ''}:", [phase.title for phase in printed])
    says = "Is a phase wrong or missing? Type 2 no to leave phase 2 out, 2 Charges to rename it"
    explains = _PHASES.format(len(printed) + 1)
    answer = interview.ask(_corrected("phases", says, "1 no; 2 Charges", check, explains))
    if answer and not answer[:1].isdecimal():
        return [PrintedPhase(name) for name in answer.split(", ")]
    return _left(printed, corrections.read(answer))


def _left(printed: Sequence[PrintedPhase], changed: dict[int, str]) -> list[PrintedPhase]:
    """Return the phases as corrected. Raises Refused if none is left, or if two have the same name."""
    last = len(printed) + 1
    every = [*printed, *([PrintedPhase("")] if changed.get(last, "no") != "no" else [])]
    left = [
        phase._replace(title=changed.get(number, phase.title))
        for number, phase in enumerate(every, 1)
        if changed.get(number) != "no"
    ]
    if not left:
        raise Refused("a turn needs at least one phase")
    _names(", ".join(phase.title.replace(",", "") for phase in left))
    return left


def _name(text: str) -> str:
    """Return the name of a phase, or no. Raises Refused."""
    if text.casefold() in (EACH, BOTH, INITIATIVE):
        raise Refused("the next list but one says who plays a phase; type only names here")
    return "no" if text.casefold() in ("no", "n") else _plain(text)


def _plain(text: str) -> str:
    """Return the name of a phase or a side. Raises Refused."""
    if len(text) > LONGEST_TITLE or not text.isprintable() or not any(map(str.isalpha, text)):
        raise Refused(f"{shortened(text)!r} is not a name of at most {LONGEST_TITLE} characters")
    return text


def _names(text: str) -> str:
    """Return names with commas between them. Raises Refused."""
    names = [_plain(" ".join(name.split())) for name in re.split(r"[,;]", text) if name.strip()]
    if not names or len(names) > MOST_PHASES:
        raise Refused(f"type 1 to {MOST_PHASES} phases, as in Movement, Fire, Morale")
    folded = [name.casefold() for name in names]
    if twice := [name for name in names if folded.count(name.casefold()) > 1]:
        raise Refused(f"two phases have the name {twice[0]}")
    return ", ".join(names)


def ask_sides(interview: Interview, known: Sequence[str]) -> tuple[str, ...]:
    """Ask for the sides; Enter takes those `known` from the files of the game. Raises Refused and GoBack."""

    def check(text: str) -> str:
        names = [_plain(" ".join(name.split())) for name in text.split(",") if name.strip()]
        if not 1 < len(names) <= _MOST_SIDES or len({name.casefold() for name in names}) < len(names):
            raise Refused(f"type 2 to {_MOST_SIDES} different names, as in Red, Blue")
        if words := [name for name in names if name.casefold() in (EACH, BOTH, INITIATIVE, EACH_COMMAND)]:
            raise Refused(f"{words[0]} cannot be the name of a side, because it means something else")
        return ", ".join(names)

    default = ", ".join(known) or "Red, Blue"
    question = Question("sides", "The sides", "French, British", default, explains=_SIDES, check=check)
    return tuple(interview.ask(question).split(", "))


def ask_players(
    interview: Interview, phases: Sequence[PrintedPhase], usual: Sequence[str], sides: Sequence[str]
) -> list[str]:
    """Ask who plays each phase. Raises Refused and GoBack."""
    choices = [EACH, BOTH, *([INITIATIVE] if len(sides) == 2 else []), *sides]

    def who(text: str) -> str:
        exact = [choice for choice in choices if choice.casefold() == text.casefold()]
        begun = exact or [choice for choice in choices if choice.casefold().startswith(text.casefold())]
        if len(begun) != 1:
            raise Refused(f"{shortened(text)!r} is not one of: {', '.join(choices)}")
        return begun[0]

    corrections = Corrections(len(phases), who, f"{len(phases)} both", who)
    notes = {INITIATIVE: "initiative (one side, then the other)"}
    _list(
        interview,
        "Who plays each phase:",
        [_pair(phase, notes.get(each, each)) for phase, each in zip(phases, usual, strict=True)],
    )
    runs = _runs(phases, usual)
    if runs:
        both = ", even if both sides act in some of them" if any(map(acts_together, phases)) else ""
        interview.say(f"So {sides[0]} plays {runs}, and then {sides[1]} does{both}.")
    last = len(phases)
    several = f", or {last - 1}-{last} both for several" if last > 1 else ""
    says = f"Is one wrong? Type {corrections.example} to correct phase {last}{several}. Possible: {', '.join(choices)}"
    explains = _WHO.format(_HALVES if len(sides) == 2 else "")
    answer = interview.ask(_corrected("who", says, corrections.example, corrections.check, explains))
    return _changed(usual, corrections.read(answer))


def _runs(phases: Sequence[PrintedPhase], players: Sequence[str]) -> str:
    """Return the names of the first consecutive phases that each side plays in one go; empty if there are none."""
    names: list[str] = []
    for phase, who in zip(phases, players, strict=True):
        if who == EACH:
            names.append(phase.title)
        elif len(names) > 1:
            break
        else:
            names = []
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else ""


def ask_calculators(
    interview: Interview,
    phases: Sequence[PrintedPhase],
    usual: Sequence[Sequence[Procedure]],
    procedures: Sequence[Procedure],
) -> list[list[Procedure]]:
    """Ask which calculators each phase uses, if the game has any. Raises Refused and GoBack."""
    names = {procedure.id.partition(":")[2]: procedure for procedure in procedures}
    known = CalculatorNames(names)

    def listed(text: str) -> str:
        return NONE if text.casefold() in ("no", NONE) else " and ".join(known.read(text))

    if not names:
        return [[] for _ in phases]
    last = len(phases)
    used = {procedure.id for each in usual for procedure in each}
    unused = [name for name, procedure in names.items() if procedure.id not in used]
    one = example_name(names, unused)
    corrections = Corrections(last, listed, f"{last} {one}", listed)
    shown = [
        _pair(phase, " and ".join(each.title for each in given)) if given else ""
        for phase, given in zip(phases, usual, strict=True)
    ]
    _list(interview, "Calculators in each phase:", shown)
    if unused:
        interview.say(f"In no phase: {', '.join(names[name].title for name in unused)}.")
    says = (
        f"Is one wrong or missing? Type {last} {one} if phase {last} uses the calculator {one}, or {last} no if "
        "it uses none"
    )
    question = _corrected("calculators", says, corrections.example, corrections.check, _CALCULATORS)
    answer = interview.ask(question)
    ids = [" and ".join(procedure.id.partition(":")[2] for procedure in each) for each in usual]
    changed = _changed(ids, corrections.read(answer))
    return [[names[name] for name in text.split(" and ") if name in names] for text in changed]


def ask_rules(
    interview: Interview, module: GameModule, phases: Sequence[PrintedPhase], usual: Sequence[str]
) -> list[str]:
    """Ask for the rule of each phase, by default the `usual` ones; empty for none. Raises Refused and GoBack."""
    headings = {cite: entry.title for entry in module.entries for cite in entry.cites}

    def cited(text: str) -> str:
        if text.casefold() in ("no", NONE):
            return NONE
        if cite := named_rule(module, text):
            return cite
        raise Refused(f"unknown rule {shortened(text)}; type a number, a heading, or the word none")

    if not headings:
        return ["" for _ in phases]
    last = len(phases)
    example = next((cite for cite in headings if "." in cite), next(iter(headings)))
    corrections = Corrections(last, cited, f"{last} {example}")
    shown = [" ".join(dict.fromkeys((cite, headings.get(cite, "")))).strip() or NONE for cite in usual]
    _list(interview, "The rule of each phase:", list(map(_pair, phases, shown)))
    says = (
        f"Is a rule wrong? Type {last} {example} if phase {last} belongs to rule {example}, or {last} none if it "
        "belongs to no rule"
    )
    answer = interview.ask(_corrected("rules", says, corrections.example, corrections.check, _RULES))
    return [cite if cite != NONE else "" for cite in _changed(usual, corrections.read(answer))]


def _corrected(name: str, says: str, example: str, check: Check, explains: str) -> Question:
    """Return the question for the corrections of a list that was just shown."""
    return Question(name, says, "", "", "all right", f"{explains}\nExample: {example}", check)


def _changed(items: Sequence[str], changed: dict[int, str]) -> list[str]:
    return [changed.get(number, item) for number, item in enumerate(items, 1)]


def _pair(phase: PrintedPhase, text: str) -> str:
    return f"{phase.title}: {text}"


def _list(interview: Interview, head: str, lines: Sequence[str]) -> None:
    """Show a numbered list before a question; an empty line is left out."""
    interview.say(head)
    for number, line in enumerate(lines, 1):
        interview.say(f"  {number} {line}" if line else "")
