"""Asks which numbers on a die count, always or with an answer, or whether a chart gives them; exceptions may follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.cli.authoring.answer_checks import Check, yes_or_no
from companion.cli.authoring.calculator.charts import number_charts, number_read, number_tables
from companion.cli.authoring.calculator.conditions import Term, all_of, opposite, read_terms
from companion.cli.authoring.calculator.counts import CHART
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.questions import choices_of
from companion.cli.authoring.calculator.values import a_band, in_band, limits, range_of
from companion.cli.authoring.printed.counts import cancelling, printed_cases, printed_counts
from companion.cli.authoring.printed.scores import PrintedScores, printed_scores
from companion.errors import Refused, shortened

_NEVER = "-"
"""The numbers of an answer with which none counts."""
_NONE = frozenset({_NEVER, "\u2013", "no", "none", "never", "nothing"})
"""Words that an author may type for that answer."""
_EXCEPTIONS = (
    "Exceptions may follow: 6 but none if Howitzer, or 5+ but 6 if 2 and Rain, with the words or the number of an "
    "answer, or of a modifier that the player ticks."
)
_COUNTED = (
    "Each die that shows one of these numbers counts once: 5+, 6, 3-5 or 2 or less. With a question for a number, or a "
    "chart of numbers, this number or more counts; with several choices, you are asked for those of each. "
    f"{_EXCEPTIONS}"
)
_CASE = (
    "yes: it becomes a question for the player, and other numbers count if it is ticked. no: you can type the case "
    "with the numbers that count."
)
_TABLE = "yes: the player is asked for the case, and the die needs its number. no: you can type the numbers."
_BUT, _IF = (
    re.compile(r"[,;]?\s+but\s+", re.IGNORECASE),
    re.compile(r"(\S.*?),?\s+if\s+(\S.*)", re.IGNORECASE),
)


class Counted(NamedTuple):
    """The numbers on a die that count."""

    condition: str
    """Formula in which `face` is the number on the die."""
    words: str
    """As typed: `5+`, or the label of the question that decides."""
    never: str = ""
    """The condition under which no number counts; empty if some number always does."""


class _Case(NamedTuple):
    """Numbers that count under a condition."""

    when: str
    """Formula of the condition; empty for always."""
    band: str
    """The numbers, or _NEVER."""


class _Answer(NamedTuple):
    """The numbers that count with one answer to a question, or always."""

    chosen: str
    """The condition that this answer is given; empty for always."""
    label: str
    cases: list[_Case]
    """The exceptions, of which the first that holds decides, and at the end the usual numbers."""


def ask_counted(draft: Draft, die: str, name: str, says: str, *, may_be_none: bool = False) -> Counted:
    """Ask which numbers on a `die` count, perhaps depending on the answer to a question, or read on a chart.

    With `may_be_none`, Enter stands for none; the condition is then empty.
    """
    asked = {given["label"].casefold(): given for given in draft.always_asked() if given["kind"] != "yes-no"}
    more = "".join(f"; {given['label']}" for given in asked.values())
    charts = number_charts(draft) or number_tables(draft)
    has_charts = bool(draft.module.charts or charts)
    more = f"{more}; or {CHART}" if has_charts else more

    def numbers(text: str) -> str:
        word = text.casefold()
        if word in asked or (word == CHART and has_charts):
            return word
        return _on_die(die)(text) if not _BUT.search(text) else _checked(draft, die)(text)

    printed = None if may_be_none or not draft.interview.asks else _printed(draft, die)
    if printed is None and not may_be_none and (table := _ask_table(draft, die)):
        return _counted(draft, die, name, _answers(draft, table), f"the number for {table.title}")
    if printed is None and not may_be_none and len(charts) == 1:
        printed = CHART
    typed = draft.need(
        name,
        f"{says}: numbers{more}" if more else says,
        "5+",
        default="" if may_be_none else printed,
        default_says="none" if may_be_none else _said(printed),
        check=numbers,
        explains=_COUNTED,
    )
    if not typed:
        return Counted("", "")
    if typed == CHART:
        return Counted(f"face >= {number_read(draft, f'{name}_number')}", "the number on the chart or more")
    if typed not in asked:
        return _counted(draft, die, name, [_Answer("", "", _cases(draft, die, name, typed))], typed)
    given = asked[typed]
    if given["kind"] == "number":
        return Counted(f"face >= {given['name']}", f"{given['label']} or more")
    answers = _ask_choices(draft, die, name, says, given)
    return _counted(draft, die, name, answers, f"the number for {given['label']}")


def _said(printed: str | None) -> str:
    """Return what Enter stands for, as the rules say; empty for nothing."""
    return f"{printed}, by the rules" if printed not in (None, CHART) else ""


def _ask_table(draft: Draft, die: str) -> PrintedScores | None:
    """Return the numbers that a table of the chapter gives for several cases, if the author agrees; else None."""
    table = printed_scores(draft.chapter, range_of(die)[1]) if draft.interview.asks else None
    labels = {
        choice.get("label", choice["key"]).casefold()
        for given in draft.inputs
        for choice in given.get("choices", ())
    }
    if table is None or labels & {label.casefold() for label in table.bands}:
        return None
    numbers = "; ".join(f"{label} {band}" for label, band in table.bands.items())
    says = f"Does a die count by the {table.title}, as {table.cite} lists ({numbers})?"
    return (
        table
        if draft.need("counted-table", says, default="yes", check=yes_or_no, explains=_TABLE) == "yes"
        else None
    )


def _answers(draft: Draft, table: PrintedScores) -> list[_Answer]:
    """Add the question for the case of a table, and return the numbers that count with each answer."""
    choices = choices_of(list(table.bands))
    given = draft.add_input(table.title, "choice", choices=choices)
    draft.inputs[-1]["cite"] = table.cite
    draft.sentences_read += table.sentences
    draft.unread += table.remarks
    bands = table.bands.values()
    return [
        _Answer(f"{given} == '{choice['key']}'", choice["label"], [_Case("", band)])
        for choice, band in zip(choices, bands, strict=True)
    ]


def _printed(draft: Draft, die: str) -> str | None:
    """Return which numbers on a die count by the rules: `5+ but 6 if Target in cover`; None if they do not say so.

    For each such case, a question is added that the player ticks, if the author agrees.
    """
    most = range_of(die)[1]
    usual = printed_counts(draft.chapter, most)
    if usual is None:
        return None
    draft.sentences_read.append(usual.sentence)
    taken = []
    for number, case in enumerate(printed_cases(draft.chapter, usual.band, most), 1):
        only = "only " if case.is_only else ""
        says = f"Does the player tick {case.label}, with which {only}{case.band} counts ({case.cite})?"
        name = "counted-case" if number == 1 else f"counted-case-{number}"
        if draft.need(name, says, default="yes", check=yes_or_no, explains=_CASE) == "yes":
            taken.append(case)
            draft.sentences_read.append(case.sentence)
            draft.add_input(case.label, "yes-no")
            draft.inputs[-1]["cite"] = case.cite
    exceptions = [f"{case.band} if {case.label}" for case in taken]
    if len(taken) > 1 and (sentence := cancelling(draft.chapter)):
        draft.sentences_read.append(sentence)
        exceptions.insert(0, f"{usual.band} if {' and '.join(case.label for case in taken)}")
    return " but ".join([usual.band, *exceptions])


def _counted(draft: Draft, die: str, name: str, answers: Sequence[_Answer], words: str) -> Counted:
    """Return what counts with all `answers`, of which never two are given."""
    if sum(len(answer.cases) for answer in answers) > 1 and all(
        _least(die, case.band) for answer in answers for case in answer.cases
    ):
        number = _worked_out(draft, die, name, answers)
        return Counted(f"face >= {number}", words, f"{number} > {range_of(die)[1]}")
    some: list[str] = []
    never: list[str] = []
    for answer in answers:
        others: list[str] = []
        for case in answer.cases:
            when = [answer.chosen, *others, case.when]
            if case.band == _NEVER:
                never.append(all_of(when))
            else:
                some.append(all_of([*when, in_band("face", case.band)]))
            others.append(opposite(case.when))
    joined = " or ".join(f"({each})" for each in some) if len(some) > 1 else "".join(some)
    return Counted(joined or "no", words, " or ".join(never))


def _least(die: str, band: str) -> int:
    """Return the number from which on all count; one more than the die shows if none does, 0 if larger ones do not."""
    most = range_of(die)[1]
    if band == _NEVER:
        return most + 1
    low, high = limits(band)
    return low if high is None or high >= most else 0


def _worked_out(draft: Draft, die: str, name: str, answers: Sequence[_Answer]) -> str:
    """Add the step that works out the smallest number that counts, and return the name of this number."""
    values: dict[str, str] = {}
    numbers = []
    for answer in answers:
        texts = [f"{_least(die, case.band)} if {case.when} else" for case in answer.cases[:-1]]
        formula = " ".join([*texts, str(_least(die, answer.cases[-1].band))])
        part = draft.new_name(f"{name} {answer.label}") if texts and answer.chosen else ""
        values |= {part: formula} if part else {}
        draft.worked_out |= {part} if part else set()
        numbers.append(part or formula)
    texts = [f"{number} if {answer.chosen} else" for number, answer in zip(numbers, answers, strict=True)]
    values[f"{name}_number"] = " ".join([*texts[:-1], numbers[-1]])
    draft.steps.append({"do": "work-out", "values": values})
    return f"{name}_number"


def _ask_choices(draft: Draft, die: str, name: str, says: str, given: dict[str, Any]) -> list[_Answer]:
    """Ask which numbers count with each answer to a question with several choices."""
    found = []
    for number, choice in enumerate(given["choices"]):
        label, key = choice.get("label", choice["key"]), f"{name}-{choice['key']}"
        how = "" if number else f" Type none if no number does; exceptions as in {_example(draft, given)}"
        typed = draft.need(
            key,
            f"{says} with {given['label']}: {label}?{how}",
            "5+",
            check=_checked(draft, die),
            explains=f"Type none if no number counts. {_EXCEPTIONS}",
        )
        is_chosen = f"{given['name']} == '{choice['key']}'"
        found.append(_Answer(is_chosen, label, _cases(draft, die, key, typed)))
    return found


def _example(draft: Draft, given: dict[str, Any]) -> str:
    """Return an example of an exception, with an answer to another question than `given` if there is one."""
    fixed = [each.label for each in draft.conditions() if not each.value.startswith("#")]
    other = [label for label in fixed if not label.startswith(f"{given['label']}: ")]
    return f"6 but none if {(other or fixed)[-1]}"


def _checked(draft: Draft, die: str) -> Check:
    """Return a check that accepts numbers with exceptions."""

    def check(text: str) -> str:
        _read(draft, die, text)
        return text

    return check


def _read(draft: Draft, die: str, text: str) -> tuple[str, list[tuple[str, list[list[Term]]]]]:
    """Return the numbers that a text names, and its exceptions with their conditions. Raises Refused."""
    usual, *others = _BUT.split(text.strip())
    labels = [option.label for option in draft.conditions()]
    found = []
    for other in others:
        parts = _IF.fullmatch(other)
        if parts is None:
            raise Refused(
                f"{shortened(other)!r} needs a condition, as in 6 but none if {(labels or ['Rain'])[-1]}"
            )
        found.append((_band(die, parts[1]), read_terms(parts[2], labels)))
    return _band(die, usual), found


def _band(die: str, text: str) -> str:
    """Return a typed band, or _NEVER for none. Raises Refused."""
    return (
        _NEVER
        if text.strip().casefold() in _NONE or text.casefold().startswith("no save")
        else _on_die(die)(text)
    )


def _cases(draft: Draft, die: str, name: str, typed: str) -> list[_Case]:
    """Return the exceptions of typed numbers, and at the end the numbers themselves."""
    usual, exceptions = _read(draft, die, typed)
    options: list[Option] = draft.conditions()
    found = []
    for number, (band, terms) in enumerate(exceptions, 1):
        found.append(_Case(draft.formula(f"{name}-{number}", options, terms), band))
    return [*found, _Case("", usual)]


def _on_die(die: str) -> Check:
    """Return a check that accepts numbers of which a die can show at least one."""

    def check(text: str) -> str:
        band = a_band(text)
        low, high = limits(band)
        if low > range_of(die)[1] or (high is not None and high < 1):
            raise Refused(f"{die} cannot show {text}")
        return band

    return check
