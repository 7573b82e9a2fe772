"""Asks about dice that are counted one by one, and about those that save what was counted."""

from __future__ import annotations

import re

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.chart_counts import ask_on_chart
from companion.cli.authoring.calculator.chart_question import ask_chart, short, with_rows_called
from companion.cli.authoring.calculator.charts import ends_for_dice, kept_on, look_up
from companion.cli.authoring.calculator.conditions import all_of
from companion.cli.authoring.calculator.counted import ask_counted
from companion.cli.authoring.calculator.counted_twice import ask_twice
from companion.cli.authoring.calculator.counts import fixed_or_asked
from companion.cli.authoring.calculator.dice import one_die, usual_die
from companion.cli.authoring.calculator.dice_counts import ask_listed
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.exceptions import ask_exceptions
from companion.cli.authoring.calculator.halves import DICE as DICE_HALVED
from companion.cli.authoring.calculator.halves import DICE_ARE_HALVED, HITS, ask_half
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.calculator.other_side import names_in
from companion.cli.authoring.calculator.questions import ask_inputs
from companion.cli.authoring.calculator.results import results_of
from companion.cli.authoring.calculator.scores import (
    DICE,
    SCORE,
    ask_groups_of_pool,
    changed_condition,
    tally_of,
)
from companion.cli.authoring.calculator.values import LARGEST, a_number, range_of
from companion.cli.authoring.printed.counts import printed_counts
from companion.cli.authoring.printed.dice import fixed_count
from companion.cli.authoring.printed.numbers import ANY_NUMBER, number_in
from companion.cli.authoring.printed.rules import own_text
from companion.render.text import unlinked

_COUNT_READ = re.compile(
    r"\b(?:number\s+of|add\s+up\s+the|count\s+the|total)\s+(?:successes|hits)\b[^.;]*\b(?:look\w*|read|found|find)\b[^.;]*"
    r"\b(?:chart|table)\b",
    re.IGNORECASE,
)
_FEWER = r"\b(?:never|not?)\b[^.;]{0,25}\b(?:fewer|less)\s+than"
_ONE_DIE = re.compile(
    rf"(?:\bat\s+least|{_FEWER}|\bminimum\s+of|\b(?:never|not)\s+(?:\w+\s+)?below)\s+(?:one|1|a)\s+di(?:e|ce)\b"
    r"|\bdi(?:e|ce)\b[^.]*\balways\s+(?:has|have|rolls?|throws?)\s+at\s+least\s+one(?=[.,;])",
    re.IGNORECASE,
)
_MOST_DICE = re.compile(
    rf"(?:(?:\bdi(?:e|ce)\b[^.;]*(?:;\s+and\b[^.;]*)?\b(?:never|no|not)|{_FEWER}\s+\w+\s+di(?:e|ce)\s+n?or)\s+more\s+than"
    r"|\b(?:never|not)\s+(?:roll|throw|use)\s+more\s+than(?=\s+\w+\s+dice\b)"
    r"|\bdi(?:e|ce)\b[^.;]*\bn?or\s+(?:\w+\s+)?above)\s+"
    rf"(?P<number>{ANY_NUMBER})\b",
    re.IGNORECASE,
)
"""The largest number of dice: `never less than one die and never more than eight`."""
_TWICE = "counted_twice"
"""Name of the dice that count once more."""
_LONGEST = 60
"""Letters up to which a summary repeats the numbers that count with their exceptions."""
_ENDS = re.compile(r"(?<=[.!?;])\s")
_READ = (
    "The successes or hits choose a row of a chart, such as 2 successes: Halt. A question may choose the column. no: "
    "their number is the result."
)


def by_pool(draft: Draft) -> None:
    """Ask about several dice that are counted one by one."""
    if draft.module.charts:
        draft.interview.say(
            "If a chart gives the number that a die needs, leave out its rows and columns here: they are asked for "
            "with the chart."
        )
    ask_inputs(draft)
    count = ask_listed(draft) or ask_on_chart(draft)
    fixed = fixed_count(draft.chapter) if draft.interview.asks and not draft.inputs else None
    usual = "" if fixed is None else str(fixed)
    count = count or fixed_or_asked(draft, "count", "How many dice are rolled", "4", least=1, usual=usual)
    draft.dice_questions = names_in(count)
    explains = "The dice are not added up. 1d6 is the usual die; write 1d10 for a ten-sided die."
    die = draft.need("die", "Which die", "1d6", default=usual_die(draft), check=one_die, explains=explains)
    hit = ask_counted(draft, die, "hit", "Which numbers on a die count")
    count, condition = _ask_changes(draft, die, count, hit.condition)
    explains = "The label of the result: the number of dice that count."
    says = "What are the dice that count called"
    label = draft.need("result", says, "Hits", default=_called(draft, die), explains=explains)
    name = _count(draft, die, count, condition, label)
    draft.summary = f"Several {die[1:]}; each {_shown(hit.words)} adds one to the {label.lower()}."
    _ask_saves(draft, die, name, label)
    _add_result(draft, name, label)
    _ask_chart(draft, draft.outcome[0]["name"], draft.outcome[0]["label"])


def _count(draft: Draft, die: str, count: str, condition: str, label: str) -> str:
    """Add the roll and what counts, called `label`; return its name.

    Some numbers may count twice, and the rules may halve the sum.
    """
    twice = ask_twice(draft, die)
    half = ask_half(draft, HITS)
    rolled = draft.new_name(f"all {label}" if half or twice else label)
    counts = {rolled: condition} | ({_TWICE: all_of([condition, twice])} if twice else {})
    _roll(draft, die, "dice", "Dice", count, counts, f"{{{rolled}}} hits")
    name = draft.new_name(label)
    if twice and half:
        every = draft.new_name(f"sum of {label}")
        _work_out(draft, every, f"{rolled} + {_TWICE}")
        _work_out(draft, name, half.of(every))
    elif twice:
        _work_out(draft, name, f"{rolled} + {_TWICE}")
    elif half:
        _work_out(draft, name, half.of(rolled))
    return name


def _ask_changes(draft: Draft, die: str, count: str, condition: str) -> tuple[str, str]:
    """Ask for the modifiers and for what halves the dice; return the number of dice, and the condition that one counts.

    `count` and `condition` are those without modifiers.
    """
    groups = ask_groups_of_pool(draft)
    limits: tuple[str, str] = ("", "")
    for group in groups:
        if group.changes == DICE:
            tally_of(draft, group, "number_of_dice", count, "Dice")
            limits, count = _ask_limits(draft), "number_of_dice"
        else:
            of = "the score" if group.changes == SCORE else "the number needed"
            title = "Modifiers" if len(groups) == 1 else f"Modifiers of {of}"
            condition = changed_condition(draft, die, condition, group, title)
    half = ask_half(draft, DICE_HALVED)
    if half is None:
        return _limited(count, *limits), condition
    rules = draft.chapter if draft.interview.asks else []
    is_last = any(_is_limited_last(own_text(entry)) for entry in rules)
    whole = draft.new_name("all dice")
    _work_out(draft, whole, count if is_last else _limited(count, *limits))
    if not is_last or not any(limits):
        return half.of(whole), condition
    left = draft.new_name("dice left")
    _work_out(draft, left, half.of(whole))
    return _limited(left, *limits), condition


def _ask_limits(draft: Draft) -> tuple[str, str]:
    """Return the smallest and the largest number of dice, the latter empty for any."""
    explains = "Modifiers cannot reduce the dice below this number."
    says = "How many dice are rolled at least"
    usual = "1" if _is_said(draft, _ONE_DIE) else "0"
    least = draft.need("least-dice", says, "1", default=usual, check=a_number(0), explains=explains)
    return least, _ask_most(draft)


def _limited(number: str, least: str, most: str) -> str:
    """Return the formula of a number within its limits, which may be empty."""
    number = f"max({number}, {least})" if least else number
    return f"min({number}, {most})" if most else number


def _is_limited_last(text: str) -> bool:
    """Return whether a rule limits the dice after it has halved them: `throw half. After everything, one at least`."""
    halved, limited = DICE_ARE_HALVED.search(text), _ONE_DIE.search(text) or _MOST_DICE.search(text)
    return halved is not None and limited is not None and halved.start() < limited.start()


def _called(draft: Draft, die: str) -> str:
    """Return what the rules call the dice that count; Hits if they do not say."""
    printed = printed_counts(draft.chapter, range_of(die)[1]) if draft.interview.asks else None
    return printed.called if printed else "Hits"


def _shown(words: str) -> str:
    """Return the words of the numbers that count, after *each*: `5+`, `that shows the number for Range`."""
    if len(words) > _LONGEST:
        return f"{words.partition(' but ')[0]} (in some cases another number)"
    return words if words[0].isdigit() else f"that shows {words}"


def _ask_most(draft: Draft) -> str:
    """Return the largest number of dice, empty for any; it is asked for if a rule of the chapter states one."""
    rules = draft.chapter if draft.interview.asks else []
    found = next((each for entry in rules if (each := _MOST_DICE.search(own_text(entry)))), None)
    draft.sentences_read += [_sentence(found)] if found else []
    usual = str(number_in(found["number"])) if found else ""
    explains = "Modifiers cannot raise the dice above this number."
    more = {"default": usual, "is_asked": found is not None}
    return draft.need(
        "most-dice", "How many dice are rolled at most", "8", check=a_number(1), explains=explains, **more
    )


def _work_out(draft: Draft, name: str, formula: str) -> None:
    """Add the step that works out the number `name`."""
    draft.steps.append({"do": "work-out", "values": {name: formula}})
    draft.worked_out.add(name)


def _ask_saves(draft: Draft, die: str, name: str, label: str) -> None:
    """Ask whether a die is rolled for each of those counted as `name`, called `label`, that may save it.

    If so, add this roll, and what is not saved as the first result.
    """
    word = label.lower()
    says = f"Which numbers on a die save one of the {word}"
    save = ask_counted(draft, die, "save", says, may_be_none=True)
    if not save.condition:
        return
    explains = "The label of the result: those that are not saved."
    says = f"What are the {word} called that are not saved"
    lost = draft.need("unsaved", says, "Losses", default="Losses", explains=explains)
    unsaved = draft.new_name(lost)
    count = f"0 if {save.never} else {name}" if save.never else name
    _roll(draft, die, "save_dice", "Saves", count, {"saved": save.condition}, "{saved} saved")
    draft.steps.append({"do": "work-out", "values": {unsaved: f"{name} - saved"}})
    _add_result(draft, unsaved, lost)
    draft.summary = f"{draft.summary[:-1]}; each {_shown(save.words)} on a second roll saves one."


def _ask_chart(draft: Draft, name: str, label: str) -> None:
    """Ask whether the number of dice that count, or are not saved, is read on a chart; if so, add its result."""
    read = [step["chart"] for step in draft.steps if step["do"] == "look-up"]
    if not any(ends_for_dice(chart) for chart in draft.module.charts if short(chart) not in read):
        return
    called = with_rows_called(draft, label) if draft.interview.asks else []
    likely = [each for each in called if each not in read]
    is_said = _is_said(draft, _COUNT_READ)
    usual = "yes" if likely or is_said else "no"
    says = f"Is the number of {label.lower()} then read on a chart?"
    if draft.need("read", says, default=usual, check=yes_or_no, explains=_READ) == "no":
        return
    chart = ask_chart(draft, lambda chart: ends_for_dice(chart) is not None, likely=likely)
    column = key_question(draft, chart, "column")
    row = kept_on(draft, chart, name, (0, LARGEST), what=label)
    counted = [{key: value for key, value in each.items() if key != "show"} for each in draft.outcome]
    draft.outcome.clear()
    look_up(draft, chart, {"column": column, "row": row}, name="chart-result")
    ask_exceptions(draft, results_of(draft, chart), chart.cite or draft.cite)
    draft.outcome += counted
    draft.summary = f"{draft.summary.rstrip('.')}; their number is read on the chart {chart.title}."


def _is_said(draft: Draft, words: re.Pattern[str]) -> bool:
    """Return whether a rule of the chapter has such words, in a sentence that then counts as read.

    Without a terminal, no rule is read.
    """
    rules = draft.chapter if draft.interview.asks else []
    found = next((each for entry in rules if (each := words.search(unlinked(own_text(entry))))), None)
    draft.sentences_read += [_sentence(found)] if found else []
    return found is not None


def _sentence(found: re.Match[str]) -> str:
    """Return the sentence around words that were found in a text."""
    before, after = found.string[: found.start()], found.string[found.end() :]
    return _ENDS.split(before)[-1] + found[0] + _ENDS.split(after)[0]


def _roll(
    draft: Draft, die: str, name: str, label: str, count: str, counts: dict[str, str], says: str
) -> None:
    """Add the step that rolls as many dice as `count`, and counts those of `counts`."""
    roll = {"do": "roll", "name": name, "dice": die[1:], "count": count, "label": label, "cite": draft.cite}
    draft.steps.append({**roll, "counts": counts, "says": says})


def _add_result(draft: Draft, name: str, label: str) -> None:
    """Add a number of dice as a result, the first one as the headline, and the conditions on it."""
    draft.outcome.append({"name": name, "label": label, **({} if draft.outcome else {"show": "headline"})})
    draft.results += [Option(f"no {label}", f"{name} == 0"), Option(f"at least 1 {label}", f"{name} > 0")]
    draft.results.append(Option(f"certain values of {label}", f"#{name}"))
