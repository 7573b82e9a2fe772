"""Asks about dice that are counted one by one, and about those that save what was counted."""

from __future__ import annotations

from typing import NamedTuple

from companion.cli.answer_checks import Check
from companion.cli.calculator_charts import number_read
from companion.cli.calculator_counts import fixed_or_asked
from companion.cli.calculator_dice import one_die
from companion.cli.calculator_draft import Draft, Option
from companion.cli.calculator_modifiers import ask_modifiers, tally
from companion.cli.calculator_questions import ask_inputs
from companion.cli.calculator_values import a_band, a_number, in_band, limits, range_of
from companion.errors import Refused

CHART = "chart"
"""Typed for a number that is read on a chart."""
_NEVER = "-"
"""Typed for an answer with which no number counts."""
_COUNTED = (
    "Each die that shows one of these numbers counts once: 5+, 6, 3-5 or 2 or less. With a question for a number, or a "
    "chart of numbers, this number or more counts; with several choices, you are asked for those of each."
)


class _Counted(NamedTuple):
    """The numbers on a die that count."""

    condition: str
    """Formula in which `face` is the number on the die."""
    words: str
    """As typed: `5+`, or the label of the question that decides."""
    never: str = ""
    """The condition under which no number counts; empty if some number always does."""


def by_pool(draft: Draft) -> None:
    """Ask about several dice that are counted one by one."""
    if draft.module.charts:
        draft.interview.say(
            "If a chart gives the number that a die needs, leave out its rows and columns here: they are asked for "
            "with the chart."
        )
    ask_inputs(draft)
    count = fixed_or_asked(draft, "count", "How many dice are rolled", "4", least=1)
    explains = "The dice are not added up. 1d6 is the usual die; write 1d10 for a ten-sided die."
    die = draft.need("die", "Which die", "1d6", check=one_die, explains=explains)
    hit = _ask_counted(draft, die, "hit", "Which numbers on a die count")
    ask_modifiers(draft, "the number of dice")
    if draft.modifiers:
        tally(draft, "number_of_dice", count, title="Dice")
        explains = "Modifiers cannot reduce the dice below this number."
        says = "How many dice are rolled at least"
        least = draft.need("least-dice", says, "1", default="0", check=a_number(0), explains=explains)
        count = f"max(number_of_dice, {least})"
    explains = "The label of the result: the number of dice that count."
    says = "What are the dice that count called"
    label = draft.need("result", says, "Hits", default="Hits", explains=explains)
    name = draft.new_name(label)
    _roll(draft, die, "dice", "Dice", count, {name: hit.condition}, f"{{{name}}} hits")
    draft.summary = f"Several {die}; each {hit.words} counts as one of the {label.lower()}."
    _ask_saves(draft, die, name, label)
    _add_result(draft, name, label)


def _ask_counted(draft: Draft, die: str, name: str, says: str, *, may_be_none: bool = False) -> _Counted:
    """Ask which numbers on a `die` count, perhaps depending on the answer to a question, or read on a chart.

    With `may_be_none`, Enter stands for none; the condition is then empty.
    """
    asked = {given["label"].casefold(): given for given in draft.always_asked() if given["kind"] != "yes-no"}
    more = "".join(f"; {given['label']}" for given in asked.values())
    more = f"{more}; or {CHART}" if draft.module.charts else more

    def numbers(text: str) -> str:
        word = text.casefold()
        return word if word in asked or (word == CHART and draft.module.charts) else _on_die(die)(text)

    typed = draft.need(
        name,
        f"{says}: numbers{more}" if more else says,
        "5+",
        default="" if may_be_none else None,
        default_says="none" if may_be_none else "",
        check=numbers,
        explains=_COUNTED,
    )
    if not typed:
        return _Counted("", "")
    if typed == CHART:
        return _Counted(f"face >= {number_read(draft, f'{name}_number')}", "number on the chart or more")
    if typed not in asked:
        return _Counted(in_band("face", typed), typed)
    given = asked[typed]
    if given["kind"] == "number":
        return _Counted(f"face >= {given['name']}", f"{given['label']} or more")
    bands = {choice["key"]: _band_of(draft, die, name, says, choice) for choice in given["choices"]}
    cases = [
        f"({given['name']} == '{key}' and {in_band('face', band)})"
        for key, band in bands.items()
        if band != _NEVER
    ]
    never = [f"{given['name']} == '{key}'" for key, band in bands.items() if band == _NEVER]
    return _Counted(" or ".join(cases) or "no", f"number for {given['label']}", " or ".join(never))


def _on_die(die: str) -> Check:
    """Return a check that accepts numbers of which a die can show at least one."""

    def check(text: str) -> str:
        band = a_band(text)
        low, high = limits(band)
        if low > range_of(die)[1] or (high is not None and high < 1):
            raise Refused(f"{die} cannot show {text}")
        return band

    return check


def _band_of(draft: Draft, die: str, name: str, says: str, choice: dict[str, str]) -> str:
    """Ask which numbers count with one of several choices; return _NEVER if none does."""
    label, explains = choice.get("label", choice["key"]), f"A hyphen, {_NEVER}, if no number counts."
    return draft.need(
        f"{name}-{choice['key']}",
        f"{says} for {label}?",
        "5+",
        check=lambda text: _NEVER if text == _NEVER else _on_die(die)(text),
        explains=explains,
    )


def _ask_saves(draft: Draft, die: str, name: str, label: str) -> None:
    """Ask whether a die is rolled for each of those counted as `name`, called `label`, that may save it.

    If so, add this roll, and what is not saved as the first result.
    """
    word = label.lower()
    says = f"Which numbers on a die save one of the {word}"
    save = _ask_counted(draft, die, "save", says, may_be_none=True)
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
    draft.summary = f"{draft.summary[:-1]}; each {save.words} on a second roll saves one."


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
