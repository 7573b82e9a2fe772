"""A new calculator in plain words, for its author to read before it is written, on one screen if possible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from textwrap import shorten
from typing import Any

from companion.cli.authoring.calculator.amounts import IN_WORDS
from companion.cli.authoring.calculator.draft import OTHER_MODIFIERS, OTHER_SHIFTS
from companion.cli.authoring.calculator.formula_words import Words
from companion.cli.authoring.calculator.other_side import names_in
from companion.cli.authoring.labels import with_words_of
from companion.cli.authoring.printed.each import each_of, steps_of
from companion.errors import shortened
from companion.model import GameModule
from companion.render.text import wrapped

_Record = Mapping[str, Any]
_EDGES = {"near_first", "near_last"}
"""Names in the condition of a modifier for a shift past an edge, which its label tells."""
_DICE_OF_SIDES = {"dice_1", "dice_2"}
"""Names in the condition of a modifier for natural rolls of both sides, which its label tells with its amount."""
_CHANGED = re.compile(r" instead of (.+?) \(")
"""The result that an exception changes."""
_LONGEST_BEGINNING = 100
BY_HAND = "By hand, shown with every result"
"""Subject of the rules that the player applies by hand, which are numbered."""
_LABELS, _SHORT, _FULL, _ALL, _WHOLE = range(5)
"""How much is shown: of the questions only the labels; no condition that a label tells already; only the beginnings of
the rules by hand; everything once; everything, also what another side has too.
"""


def summary_lines(record: _Record, module: GameModule, width: int, most: int) -> list[str]:
    """Return what a calculator asks, rolls, reads and requires, in at most `most` lines if possible.

    What another side has too is shown once. If there are more lines, the rules by hand are shortened; then conditions
    that a label tells already are left out, then the answers to the questions. Nothing else is, so that a very large
    calculator has more lines.
    """
    lines: list[str] = []
    for detail in (_ALL, _FULL, _SHORT, _LABELS):
        lines = [line for text in _texts(record, module, detail) for line in wrapped(text, width, "", "  ")]
        if len(lines) <= most:
            break
    return lines


def whole_summary(record: _Record, module: GameModule) -> list[str]:
    """Return everything about a calculator, each subject as one text: `Dice: 2d6`."""
    return list(_texts(record, module, _WHOLE))


def _texts(record: _Record, module: GameModule, detail: int) -> Iterator[str]:
    """Yield each subject as one text."""
    words = Words(record)
    head = f"{record['title']} (rule {record['cite']})"
    yield f"{head}: {record['summary']}" if detail > _LABELS else head
    yield from _asked(record, words, detail)
    if dice := [_dice(step, words, _worked_out(record)) for step in record["steps"] if step["do"] == "roll"]:
        yield f"Dice: {'; '.join(dice)}"
    if counted := list(_counted(record, words)):
        yield f"Counted: {'; '.join(counted)}"
    yield from _sums(record, words, detail)
    if less := re.fullmatch(r"max\((\w+) - 1, 0\) if (.+) else \1", str(_worked_out(record).get("counted"))):
        yield f"Those that count: {words.amount(less[1])}, without the first if {words.condition(less[2])}"
    if " if " in str(total := _worked_out(record).get("total", "")):
        yield f"Total: {words.amount(total)}"
    if limited := _worked_out(record).get("limited"):
        yield f"Number needed, within its limits: {words.amount(limited)}"
    if charts := list(dict.fromkeys(_chart(step, module) for step in record["steps"] if "chart" in step)):
        yield f"Chart: {'; '.join(charts)}"
    yield f"Result: {'; '.join(_results(record, words))}"
    yield from dict.fromkeys(_exceptions(record, words, detail))
    for after in record["next"]:
        opens = f" Opens {after['procedure']}." if "procedure" in after else ""
        condition = words.condition(after["when"]) if after.get("when", "always") != "always" else ""
        result = condition.rpartition(" is ")[2]
        is_told = condition and after["says"].startswith((f"{result}:", f"{result}."))
        when = "" if is_told else f"If {condition}: " if condition else "Always: "
        says = after["says"] if detail >= _FULL else shortened(after["says"])
        yield f"Afterwards ({after['cite']}): {when}{says}{opens}"
    yield f"Rules: {', '.join(rules_of(record))}"
    if by_hand := record.get("by_hand"):
        yield f"{BY_HAND}: {'; '.join(_by_hand(by_hand, detail))}"


def _by_hand(rules: Sequence[_Record], detail: int) -> Iterator[str]:
    """Yield the rules that the player applies by hand, numbered, or their beginnings."""
    for number, each in enumerate(rules, 1):
        says = (
            each["says"] if detail >= _ALL else shorten(each["says"], _LONGEST_BEGINNING, placeholder=" ...")
        )
        yield f"{number} {says} ({each['cite']})"


def _asked(record: _Record, words: Words, detail: int) -> Iterator[str]:
    """Yield the questions with their answers, then those that are ticked and have no modifier of the same name."""
    labels = [each["label"] for step in record["steps"] for each in step.get("modifiers", ())]
    asked, ticked = [], []
    for given in record["inputs"]:
        only = f"only if {words.condition(given['when'])}" if given.get("when") else ""
        said = ", ".join(filter(None, (_domain(given), only))) if detail > _LABELS else ""
        if given["kind"] != "yes-no":
            asked.append((given["label"], said))
        elif not any(_is_same(given["label"], label) for label in labels):
            ticked.append((given["label"], said))
    yield f"Asked: {'; '.join(_together(asked, detail)) or 'nothing'}"
    if ticked:
        yield f"Ticked if true: {'; '.join(_together(ticked, detail))}"


def _together(asked: Sequence[tuple[str, str]], detail: int) -> Iterator[str]:
    """Yield labels with their answers in brackets; neighbours with the same answers are named together."""
    for said, same in groupby(asked, itemgetter(1)):
        labels = [label for label, _ in same]
        for names in [" and ".join(labels)] if said and detail < _WHOLE else labels:
            yield f"{names} ({said})" if said else names


def _is_same(condition: str, label: str) -> bool:
    """Return whether a condition is only the tick of a modifier, perhaps with its side: `Disordered (Attacker)`."""
    return re.fullmatch(rf"{re.escape(label)}(?: \([^()]*\))?", condition) is not None


def _domain(given: Mapping[str, Any]) -> str:
    """Return the possible answers to a question; empty for yes or no."""
    if given["kind"] == "choice":
        labels = [choice.get("label", choice["key"]) for choice in given["choices"]]
        return (" / " if any(", " in label for label in labels) else ", ").join(labels)
    if given["kind"] == "number":
        return f"{given['least']} to {given['most']}" if "most" in given else f"{given['least']} or more"
    return ""


def _dice(step: Mapping[str, Any], words: Words, values: Mapping[str, Any]) -> str:
    """Return a roll: `2d6`, `Hits: one d6 for each of Men, if Rain`.

    `values` are the formulas of what the calculator works out, by name.
    """
    name = f"{step['label']}: " if step["label"] != "Dice" else ""
    count = f"one {step['dice']} for each of {words.amount(step['count'])}" if "count" in step else ""
    when = f", if {words.condition(step['when'])}" if step.get("when") else ""
    found = names_in(str(step.get("count", "")))
    more = [f"; {each.replace('_', ' ')}: {words.amount(values[each])}" for each in values if each in found]
    return f"{name}{count or step['dice']}{when}{''.join(more)}"


def _counted(record: _Record, words: Words) -> Iterator[str]:
    """Yield which dice of a pool count, and how a number that they need is worked out; none if they cannot show it."""
    values = _worked_out(record)
    labels = {each["name"]: each["label"] for each in record["outcome"]}
    for step in record["steps"]:
        never = int(step["dice"].rpartition("d")[2]) + 1 if "counts" in step else 0
        for name, formula in step.get("counts", {}).items():
            yield f"{labels.get(name, name.replace('_', ' ')).lower()} if {words.condition(str(formula))}"
            found = names_in(str(formula))
            while needed := [each for each in values if each in found]:
                for each in needed:
                    formula = str(values.pop(each))
                    text = re.sub(rf"(^|otherwise ){never}\b", r"\1none", words.amount(formula))
                    yield f"{each.replace('_', ' ')}: {text}"
                    found |= names_in(formula)


def _worked_out(record: _Record) -> dict[str, Any]:
    """Return the formulas of all values that the calculator works out, by name."""
    steps = [step for step in record["steps"] if step["do"] == "work-out"]
    return {name: formula for step in steps for name, formula in step["values"].items()}


def _sums(record: _Record, words: Words, detail: int) -> Iterator[str]:
    """Yield the modifiers of each sum; those that a former sum has as well are only repeated in the whole summary."""
    sums = [step for step in record["steps"] if step["do"] == "tally"]
    names = {step["name"] for step in sums}
    former: dict[str, _Record] = {}
    for step in sums:
        modifiers = [
            each for each in step["modifiers"] if each["label"] not in (OTHER_MODIFIERS, OTHER_SHIFTS)
        ]
        cite = Counter(each["cite"] for each in modifiers).most_common(1)[0][0] if modifiers else ""
        start = step.get("start", 0)
        texts = {
            each["label"]
            if str(each["add"]).endswith(f" - {start}") and start in names
            else _modifier(each, step.get("unit") == "columns", cite, words, detail): each
            for each in modifiers
        }
        begins = [] if start in names or str(start) == "0" else [f"start with {words.amount(start)}"]
        shared = [] if detail == _WHOLE else _shared(former, texts, step["title"])
        shown = [text for text in texts if text not in former or not shared]
        former |= texts
        title = f"{step['title']} ({cite})" if cite else step["title"]
        yield f"{title}: {'; '.join([*begins, *shared, *shown])}"


def _shared(former: Mapping[str, _Record], texts: Mapping[str, _Record], title: str) -> list[str]:
    """Return what stands for the modifiers that a former sum has too: all but a few; nothing for fewer than two.

    Both map the modifiers with their amounts in words to their records. The title of the sum may name a side, whose own
    answers then decide.
    """
    known = [text for text in texts if text in former]
    if len(known) <= 1:
        return []
    labels = {each["label"] for each in texts.values()}
    missing = [
        each["label"] for text, each in former.items() if text not in texts and each["label"] not in labels
    ]
    less = f" without {', '.join(missing)}" if missing else ""
    is_own = any(texts[text].get("when") != former[text].get("when") for text in known)
    side = title.partition(" of ")[2]
    return [f"the same{less}{f', by the answers of {side}' if side and is_own else ''}"]


def _modifier(each: Mapping[str, Any], is_shift: bool, cite: str, words: Words, detail: int) -> str:
    """Return a modifier: `Guard +2 (Class: Guard)`."""
    label, add, when = str(each["label"]), str(each["add"]), each.get("when", "")
    steps = steps_of(add)
    name = add.removeprefix("-")
    if steps is not None:
        when = when.removesuffix(steps.each.counts(steps.name)).removesuffix(" and ")
    condition = words.condition(when, name if name.isidentifier() else "") if when else ""
    is_of_dice = bool(names_in(when) & _DICE_OF_SIDES)
    is_told = _is_same(condition, label) or is_of_dice or bool(names_in(when) & _EDGES)
    if detail < _WHOLE:
        is_told = is_told or condition.casefold().endswith(f": {label.casefold()}")
    if detail < _FULL:
        is_told = is_told or condition.rpartition(": ")[2].casefold() in label.casefold()
    rule = each["cite"] if each["cite"] != cite else ""
    if not when and re.fullmatch(r"[+-]?\d+", add):
        condition = "always"
    said = ", ".join(filter(None, ("" if is_told else condition, rule)))
    answer = "" if detail < _FULL else words.labels.get(name, "")
    if steps is not None:
        amount = steps.words(
            words.amount(steps.name) if detail >= _FULL else "",
            lambda number: _amount(number, is_shift, words),
        )
    elif is_of_dice and not add.isdecimal():
        amount = ""
    elif name not in words.labels:
        amount = _amount(add, is_shift, words)
    elif in_words := IN_WORDS.fullmatch(label):
        label, amount = (in_words[1], f"+ {answer}") if answer else (label, "")
    elif each_of(label):
        of = f" of {answer}" if answer and not with_words_of(answer, label) else ""
        amount = f"{'-' if add[0] == '-' else '+'}1 for each{of}"
    else:
        amount = f"{'-' if add[0] == '-' else '+'} {answer or 'the answer'}"
    return f"{label}{f' {amount}' if amount else ''}{f' ({said})' if said else ''}"


def _amount(add: object, is_shift: bool, words: Words) -> str:
    """Return an amount: `+2`, `2 left`, `- Men`."""
    text = str(add)
    if re.fullmatch(r"[+-]?\d+", text):
        number = int(text)
        return f"{abs(number)} {'left' if number < 0 else 'right'}" if is_shift else f"{number:+}"
    text = words.amount(text)
    return f"- {text[1:]}" if text.startswith("-") else f"+ {text}"


def _chart(step: Mapping[str, Any], module: GameModule) -> str:
    """Return the title of the chart that a step reads."""
    name = f"{module.game.slug}:{step['chart']}"
    titles = (chart.title for chart in module.charts if chart.id == name)
    return next(titles, str(step["chart"]))


def _results(record: _Record, words: Words) -> Iterator[str]:
    """Yield the labels of the results; for success, also what it depends on."""
    values = _worked_out(record)
    for result in record["outcome"]:
        says = result.get("words", {})
        if set(says) == {"yes", "no"} and result["name"] in values:
            yield f"{says['yes']} if {words.condition(str(values[result['name']]))}, otherwise {says['no']}"
        elif "//" in str(values.get(result["name"], "")):
            yield f"{result['label']}: {words.amount(values[result['name']])}"
        else:
            yield result["label"]


def _exceptions(record: _Record, words: Words, detail: int) -> Iterator[str]:
    """Yield what ends the calculation early, and the answers that are refused, each with its rule."""
    former: list[str] = []
    for step in record["steps"]:
        if step["do"] == "settle":
            results = {each["name"]: each for each in record["outcome"]}
            plain = {
                name: str(value).strip("'") for name, value in step["values"].items() if "(" not in str(value)
            }
            values = {
                name: results.get(name, {}).get("words", {}).get(text, text) for name, text in plain.items()
            }
            gives = ", ".join(
                f"{results.get(name, {}).get('label', name)} {text}" for name, text in values.items()
            )
            is_told = any(
                text.partition(". ")[0].removesuffix(".") in step["because"] for text in values.values()
            )
            changed = None if step["because"] in former else _CHANGED.search(step["because"])
            naturals = [each for each in former if changed and f"always {changed[1]} on a natural " in each]
            former.append(step["because"])
            first = f" (but {naturals[0]} comes first)" if naturals else ""
            if former.count(step["because"]) > 1:
                continue
            yield f"Exception ({step['cite']}): {step['because']}{first or ('' if is_told else f': {gives}')}"
        if step["do"] == "require":
            refused = str(step["that"]).removeprefix("not ").removeprefix("(").removesuffix(")")
            when = f" if {words.condition(refused)}" if detail > _LABELS else ""
            yield f"Refused ({step['cite']}){when}: {step['says']}"


def rules_of(record: _Record) -> list[str]:
    """Return every rule that the calculator names, its own first."""
    steps, after = record["steps"], record["next"]
    modifiers = [each for step in steps for each in step.get("modifiers", ())]
    cited = [each["cite"] for each in (*steps, *modifiers, *record["inputs"], *after) if "cite" in each]
    others = sorted(
        {*cited} - {record["cite"]}, key=lambda rule: [int(part) for part in re.findall(r"\d+", rule)]
    )
    return [record["cite"], *others]
