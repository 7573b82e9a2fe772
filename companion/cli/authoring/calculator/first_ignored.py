"""Asks whether some units leave out the first of what a modifier counts: `Veterans ignore the first loss`."""

from __future__ import annotations

import re
from typing import Any

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.other_side import names_in
from companion.cli.authoring.calculator.when import case_condition
from companion.cli.authoring.labels import with_words_of
from companion.cli.authoring.printed.each import in_plural
from companion.cli.authoring.printed.rules import chapter_sentences

_IGNORES = re.compile(
    r"(?:^|[;:(]\s*)(?:(?:an?|the|but|any)\s+)?(?P<who>[^;:.,()]{3,60}?)(?:\s+(?:is|are)\s+[\w-]+\s+and)?\s+"
    r"(?:(?:do(?:es)?\s+not|never)\s+count|ignores?|leaves?\s+out|overlooks?|takes?\s+no\s+notice\s+of)\s+"
    r"(?:its|the|their)\s+first\b(?:\s+(?P<what>[\w-]+))?",
    re.IGNORECASE,
)
"""A sentence or clause about units that do not count the first of something."""
_ANY = (None, "he", "it", "lost", "of", "one", "that", "they", "which")
"""Words after *the first* that do not name what is counted."""
_EXPLAINS = (
    "yes: with these units, the modifier counts one less. no: it counts each, and the rule stays by hand."
)


def ask_first_ignored(draft: Draft) -> None:
    """Ask whether units leave out the first of what the only counted modifier counts, if a rule of the chapter says so.

    Its number is then worked out before the modifiers are added up.
    """
    if not draft.interview.asks:
        return
    numbers = {option.value: option.label for option in draft.numbers()}
    counted = [each for each in draft.modifiers if names_in(str(each["add"])) & numbers.keys()]
    stated = [
        (cite, sentence, found)
        for cite, sentence in chapter_sentences(draft.chapter)
        if (found := _IGNORES.search(sentence))
    ]
    if len(counted) != 1 or len(stated) != 1 or counted[0].get("side"):
        return
    (cite, sentence, found), modifier = stated[0], counted[0]
    name = next(iter(names_in(str(modifier["add"])) & numbers.keys()))
    what = found["what"]
    if what not in _ANY and not any(with_words_of(each, numbers[name]) for each in (what, in_plural(what))):
        return
    who = f"{found['who'][:1].upper()}{found['who'][1:]}"
    says = f"Do {who} leave out the first of {numbers[name]} ({cite})?"
    if draft.need("first-ignored", says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "no":
        return
    draft.sentences_read.append(found[0].strip(" ;:(") if ";" in sentence else sentence)
    _leave_out(draft, modifier, name, case_condition(draft, who, cite))


def _leave_out(draft: Draft, modifier: dict[str, Any], name: str, condition: str) -> None:
    """Let a modifier count one less of the number `name` under a condition."""
    counted = draft.new_name("counted")
    draft.worked_out.add(counted)
    draft.counted[counted] = name
    draft.steps.append(
        {"do": "work-out", "values": {counted: f"max({name} - 1, 0) if {condition} else {name}"}}
    )
    for key in ("add", "when"):
        if key in modifier:
            modifier[key] = re.sub(rf"\b{name}\b", counted, str(modifier[key]))
