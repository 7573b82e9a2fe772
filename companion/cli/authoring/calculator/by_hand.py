"""Keeps the rules of its chapter that a new calculator does not apply, for the player to apply by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from companion.cli.authoring.calculator.draft import OTHER_MODIFIERS, OTHER_SHIFTS, Draft
from companion.cli.authoring.calculator.other_side import names_in
from companion.cli.authoring.calculator.result_rules import finished
from companion.cli.authoring.calculator.summary import rules_of
from companion.cli.authoring.calculator.unapplied import (
    IS_CONDITIONAL,
    is_in_labels,
    labels_of,
    plain_words,
    unapplied_part,
)
from companion.cli.authoring.interview import Question
from companion.cli.authoring.labels import subject_words
from companion.cli.authoring.printed.rules import DICE, has_throw, rules_in_chapter, sentences_of
from companion.cli.authoring.printed.values import rules_in
from companion.errors import Refused, shortened
from companion.model import Entry
from companion.render.text import unlinked

_EXAMPLE = re.compile(r"\bexamples?\b", re.IGNORECASE)
_WHEN = re.compile(r"(?:when|who)\s+(?:to|can|may|must|tests?|throws?|fires?)\b", re.IGNORECASE)
"""The title of a rule that says when or by whom dice are thrown, not what they give."""
_CAPTION = re.compile(r"[^.!?;]{1,60}")
"""A text without a full stop, which is the caption of a table below it."""
_CHANGES = re.compile(
    r"\b(?:adds?|better|count(?:s|ed)?\s+as(?!\s+simultaneous)|deducts?|double[sd]?|halve[sd]?|ignores?|instead|left\s+out|re-?(?:roll|throw)s?"
    r"|subtracts?|treated\s+as|worse)\b|(?<!\w)[+\-\u2212\u2013]\d",
    re.IGNORECASE,
)
"""Words of a sentence that changes a throw, wherever it stands."""
_DECIDED = re.compile(r"\b(?:los(?:es?|ing|t)|w[io]n(?:s|ning)?)\s+(?:an?|the|in)\s", re.IGNORECASE)
"""Words for how it was decided: `loses a melee`."""
_SHORTEST_NAME = 4
"""Letters of a word that can be the name of a throw."""
_LONGEST = 200
"""Letters up to which sentences that belong together are one reminder."""
_DEPENDS = re.compile(
    r"(?:also|and|both|but|either|even|he|his|however|if\s+(?:not|so)|in\s+(?:that|this)\s+case|it|its|neither|nor|or"
    r"|otherwise|she|so|such|that|the\s+same|their|them|then|these|they|this|those|thus)\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that cannot be understood without the one before it."""
_LARGEST = 99
_MOST = 40
"""Maximum number of reminders."""
_BETWEEN = " | "
_EXPLAINS = (
    "These rules are shown with every result, because the calculator does not apply them. Type the numbers of those "
    "that it does apply, or that have nothing to do with the result; all left out. To let the calculator apply one, "
    "add it as a modifier, a natural roll or an exception."
)

Reminder = dict[str, str]
"""The record of a rule that is applied by hand: `says` and `cite`."""


def keep_by_hand(draft: Draft) -> None:
    """Keep what the calculator does not apply as `draft.by_hand`, and let the player add its amounts.

    The author sees the list with the summary, and may leave some out. Examples and optional rules are left out.
    Without a terminal, where nobody sees it, none is read.
    """
    found = list(_reminders(draft)) if draft.interview.asks else []
    if len(found) > _MOST:
        rest = {"says": "See also the rules that follow in this chapter.", "cite": found[_MOST - 1]["cite"]}
        found[_MOST - 1 :] = [rest]
    texts = [each["says"] for each in found]
    left_out = _ask_left_out(draft, texts) if texts else []
    draft.by_hand = [each for each in found if each["says"] not in left_out]
    if draft.by_hand:
        _ask_for_others(draft)


def _ask_left_out(draft: Draft, texts: Sequence[str]) -> list[str]:
    """Return those of the `texts` that the author leaves out; none unless the author changes that."""

    def chosen(text: str) -> str:
        if text.casefold() in ("all", "all left out"):
            return _BETWEEN.join(texts)
        if text in ("0", "none"):
            return ""
        if not re.fullmatch(r"[\d\s,]+", text):
            return _BETWEEN.join(each for each in texts if each in text.split(_BETWEEN))
        numbers = [int(number) for number in re.findall(r"\d{1,9}", text)]
        if not all(1 <= number <= len(texts) for number in numbers):
            raise Refused(f"{shortened(text)!r}: the numbers are 1 to {len(texts)}, as in 1 3")
        return _BETWEEN.join(texts[number - 1] for number in sorted(set(numbers)))

    numbered = "; ".join(f"{number} {shortened(text)}" for number, text in enumerate(texts, 1))
    question = Question(
        "by-hand",
        f"Which rules by hand are left out (as in 1 3): {numbered}",
        "1 3",
        default="",
        default_says="none",
        check=chosen,
        lists=True,
        explains=_EXPLAINS,
        is_asked=False,
        changes_only=True,
    )
    answer = draft.interview.ask(question)
    draft.interview.replace_last("by-hand", answer)
    return answer.split(_BETWEEN)


def _ask_for_others(draft: Draft) -> None:
    """Let the player add other modifiers to each sum of modifiers."""
    sums = [step for step in draft.steps if step["do"] == "tally"]
    names = {step["name"] for step in sums}
    changed = [step for step in sums if not names & names_in(str(step.get("start", "")))]
    for step in changed:
        side = step["title"].partition(" of ")[2]
        side = "the dice" if len(changed) > 1 and step["title"] == "Dice" else side
        others = OTHER_SHIFTS if step.get("unit") == "columns" else OTHER_MODIFIERS
        label = f"{others} of {side}" if side else others
        number = {"least": str(-_LARGEST), "most": str(_LARGEST), "rule": "0"}
        help_text = "From the rules under By hand, or the scenario."
        name = draft.add_input(label, "number", **number, help=help_text)
        step["modifiers"].append({"label": others, "add": name, "when": f"{name} != 0", "cite": draft.cite})


def _reminders(draft: Draft) -> Iterator[Reminder]:
    """Yield what the rules of the chapter say that the calculator does not apply, each with its rule."""
    parts = {"inputs": draft.inputs, "steps": draft.steps, "next": draft.next, "cite": draft.cite}
    used = set(rules_of(parts))
    rules, others = _rules_of_throw(draft, used)
    for entry in rules:
        is_used = bool(used & set(entry.cites))
        if _WHEN.match(entry.title) and not is_used:
            yield {"says": f"See {entry.title}.", "cite": entry.cites[0]}
        else:
            yield from _of_rule(draft, entry, used)
    yield from _rows_unread(draft)
    yield from _said_elsewhere(draft)
    yield from ({"says": f"See also {each.title}.", "cite": each.cites[0]} for each in others)


def _of_rule(draft: Draft, entry: Entry, used: set[str]) -> Iterator[Reminder]:
    """Yield what a rule says that the calculator does not apply, given the rules that it has used."""
    read_charts = {step.get("chart") for step in draft.steps}
    charts = {each.cite for each in draft.module.charts if each.id.partition(":")[2] in read_charts}
    is_used = bool({draft.cite, draft.modifiers_rule, *charts, *used} & set(entry.cites))
    points = [each for each in entry.points if each.authority != "companion"]
    every = (each for point in points if point.kind != "table" for each in sentences_of(point))
    throw = next((each for each in every if DICE.search(each)), "")
    for point, after in zip_longest(points, points[1:]):
        if point.kind != "table":
            is_caption = (
                after is not None and after.kind == "table" and _CAPTION.fullmatch(unlinked(point.text))
            )
            sentences = [] if is_caption else sentences_of(point)
            left = (
                unapplied_part(draft, entry, each, is_used)
                for each in sentences
                if not (
                    is_used
                    and each == throw
                    and not IS_CONDITIONAL.search(each)
                    and used.issuperset(rules_in(each))
                )
            )
            texts = _together([finished(text) for text in left if text])
            yield from ({"says": text, "cite": entry.cites[0]} for text in texts)
        elif not (charts & set(entry.cites) or is_in_labels(point, labels_of(draft))):
            yield {"says": f"See the table of {entry.title}.", "cite": entry.cites[0]}


def _said_elsewhere(draft: Draft) -> Iterator[Reminder]:
    """Yield the sentences of other chapters that say how the throw is used there: `as in section 7, but ...`.

    A number in brackets only points to a rule, as in a list of phases.
    """
    numbers = {cite for entry in draft.chapter for cite in entry.cites}
    numbers |= {draft.cite.partition(".")[0]}
    named = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    refers = re.compile(
        rf"\b(?:as\s+(?:in|for|by)|chapters?|rules?|sections?|tables?|under)\s+(?:{named})(?![\w.]*\w)",
        re.IGNORECASE,
    )
    for entry in draft.module.entries:
        if entry.optional or not entry.cites or numbers & set(entry.cites) or _EXAMPLE.search(entry.title):
            continue
        points = (each for each in entry.points if each.kind != "table" and each.authority != "companion")
        for sentence in (each for point in points for each in sentences_of(point)):
            if refers.search(sentence) or _changes(draft, entry, sentence):
                yield {"says": finished(sentence), "cite": entry.cites[0]}


def _changes(draft: Draft, entry: Entry, sentence: str) -> bool:
    """Return whether a sentence of another chapter changes the throw, or says what it leads to, by its name.

    `Portuguese count as one grade better when they test morale` and `if he loses a melee`. In a chapter with throws of
    its own, only the latter; and not what begins with a modifier that the calculator has.
    """
    names = {word for word in subject_words(draft.title) if len(word) >= _SHORTEST_NAME}
    if not names & subject_words(sentence):
        return False
    has_throws = any(map(has_throw, rules_in_chapter(draft.module, entry.cites[0])))
    if not (_DECIDED.search(sentence) or (_CHANGES.search(sentence) and not has_throws)):
        return False
    first = sentence.partition(":")[0].casefold()
    return not any(label.startswith(first) for label in labels_of(draft).split("\n"))


def _rules_of_throw(draft: Draft, used: set[str]) -> tuple[list[Entry], list[Entry]]:
    """Return the rules of the chapter that may change the result, and those in which later throws begin.

    These are the rules before the first throw of the chapter, and those from the throw of the calculator to the next
    one. A rule that the calculator has `used` is never another throw. Examples and optional rules are left out.
    """
    every = draft.chapter
    parts: list[list[Entry]] = [[]]
    for entry in (each for each in every if not (each.optional or _EXAMPLE.search(each.title))):
        is_own = draft.cite in entry.cites
        if is_own or (has_throw(entry) and not used & set(entry.cites)):
            parts.append([])
        parts[-1].append(entry)
    place = next((number for number, part in enumerate(parts) if part and draft.cite in part[0].cites), 0)
    if place and not has_throw(parts[place][0]) and len(parts) > place + 1:
        parts[place : place + 2] = [parts[place] + parts[place + 1]]
    rules = [*parts[0], *(parts[place] if place else [])]
    others = [part for number, part in enumerate(parts) if number not in (0, place)]
    rules += [each for part in others for each in part if used & set(each.cites)]
    return rules, [part[0] for part in parts[place + 1 :]]


def _rows_unread(draft: Draft) -> Iterator[Reminder]:
    """Yield the unread rows of tables, which are in no other point of the chapter."""
    chapter = draft.chapter
    for text in draft.unread:
        plain = plain_words(text)
        points = [
            (entry, point, plain_words(unlinked(point.text))) for entry in chapter for point in entry.points
        ]
        rest = plain_words(text.rpartition(": ")[2])
        within = [(entry, point) for entry, point, words in points if plain in words]
        within = within or [(entry, point) for entry, point, words in points if rest in words]
        if all(point.kind == "table" for _, point in within):
            cite = within[0][0].cites[0] if within else draft.cite
            yield {"says": finished(text), "cite": cite}


def _together(sentences: Sequence[str]) -> list[str]:
    """Return sentences, each with those after it that cannot be understood alone, unless they are long."""
    texts: list[str] = []
    for sentence in sentences:
        if texts and _DEPENDS.match(sentence) and len(texts[-1]) + len(sentence) < _LONGEST:
            texts[-1] = f"{texts[-1]} {sentence}"
        else:
            texts.append(sentence)
    return texts
