"""Asks what halves the dice of a pool, or what they score: `If the firers are Shaken throw half the dice`."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.when import Row, ask_when
from companion.cli.authoring.printed.rules import chapter_sentences
from companion.cli.authoring.question import NOTHING
from companion.render.text import unlinked

DICE, HITS = "dice", "hits"
"""Numbers that may be halved: the dice before they are rolled, or those that count."""
_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_DICE = r"dice|number|what\s+(?:is\s+left|remains)"
_HALVED = re.compile(
    r"(?P<before>.*?),?\s*(?:\b(?:then|first|only)\s+)?"
    r"\b(?:(?:throw|roll|use|count)s?\s+(?:only\s+)?half|halves?)\s+(?:of\s+)?(?:the|its|their|that)?\s*"
    rf"(?P<what>{_DICE}|hits|successes)\b(?P<after>[^,;.(]*)",
    re.IGNORECASE,
)
"""A sentence that halves something, with the case before or after: `Against guns, halve the hits`."""
DICE_ARE_HALVED = re.compile(
    rf"\b(?:(?:throw|roll|use|count)s?\s+(?:only\s+)?half|halves?)\s+(?:of\s+)?(?:the|its|their|that)?\s*(?:{_DICE})\b",
    re.IGNORECASE,
)
"""Words of a text that halves the dice."""
_BEGINNING = re.compile(r"^(?:(?:if|when|where|for)\s+)?(?:(?:the|an?)\s+)?", re.IGNORECASE)
_UP = re.compile(r"\bround(?:ing|ed)?\s+(?:\w+\s+){0,3}up\b", re.IGNORECASE)
_DOWN = re.compile(r"\bround(?:ing|ed)?\s+(?:\w+\s+){0,3}down\b", re.IGNORECASE)
_ANY_HALF = re.compile(
    r"\bfractions\b|\b(?:all|any|every)\s+hal(?:f|ves)\b|\b(?:any|every|some)thing\s+is\s+halved\b",
    re.IGNORECASE,
)
"""Words of a rule about every half: `When something is halved, round up`."""
_NONE = "none"
_EXPLAINS = (
    "Some rules halve this number: If the firers are shaken, throw half the dice. Type the words of the case, such as "
    "Firers are shaken; the next question asks when it counts. none: nothing halves it."
)


class _Stated(NamedTuple):
    """A case in which the rules halve a number."""

    label: str
    rounds_up: bool
    cite: str
    sentence: str


class Half(NamedTuple):
    """When a number is halved."""

    when: str
    """Formula of the condition; empty for always."""
    rounds_up: bool

    def of(self, number: str) -> str:
        """Return the formula of what is left of a number, given its name."""
        half = f"({number} + 1) // 2" if self.rounds_up else f"{number} // 2"
        return f"{half} if {self.when} else {number}" if self.when else half


def ask_half(draft: Draft, what: str) -> Half | None:
    """Ask what halves the DICE or the HITS; return None if nothing does.

    It is asked if a rule of the chapter halves them; without a terminal, only `--answer` says so.
    """
    name = f"half-{what}"
    stated = _stated(draft, what) if draft.interview.asks else None
    label = draft.need(
        name,
        f"What halves the {what}?",
        "Firers are shaken",
        default=stated.label if stated else "",
        default_says=f"{stated.label}; type none for nothing" if stated else "nothing",
        check=lambda text: "" if text.casefold() in (_NONE, NOTHING) else text,
        is_asked=stated is not None,
        explains=_EXPLAINS,
    )
    if not label:
        return None
    first = len(draft.inputs)
    draft.sentences_read += [stated.sentence] if stated else []
    when = ask_when(draft, name, {"label": label, "add": "0"}, (), False, Row("", "", ""), False)
    for given in draft.inputs[first:]:
        given["cite"] = stated.cite if stated else draft.cite
    explains = "yes: half of 5 is 3. no: half of 5 is 2."
    usual = "yes" if stated and stated.rounds_up else "no"
    says = "Is the half rounded up?"
    rounds_up = draft.need(f"{name}-up", says, default=usual, check=yes_or_no, explains=explains)
    return Half(when, rounds_up == "yes")


def _stated(draft: Draft, what: str) -> _Stated | None:
    """Return the first case in which a rule of the chapter halves the dice or the hits; None without one."""
    for entry in draft.chapter:
        texts = (
            unlinked(each.text)
            for each in entry.points
            if each.kind != "table" and each.authority != "companion"
        )
        for sentence in (part for text in texts for part in _SENTENCE.split(text)):
            found = _HALVED.match(sentence)
            if found and (found["what"].lower() in ("hits", "successes")) == (what == HITS):
                case = found["before"].rpartition(": ")[2].strip(" ,")
                label = _BEGINNING.sub("", f"{case} {found['after'].strip()}".strip())
                if label:
                    label = f"{label[0].upper()}{label[1:]}"
                    return _Stated(label, _rounds_up(draft, sentence), entry.cites[0], sentence)
    return None


def _rounds_up(draft: Draft, sentence: str) -> bool:
    """Return whether a half is rounded up, by its sentence or else by a rule for all: `Any half is rounded up`."""
    if _UP.search(sentence) or _DOWN.search(sentence):
        return _UP.search(sentence) is not None
    return any(
        _UP.search(text) and _ANY_HALF.search(text) for _, text in chapter_sentences(draft.module.entries)
    )
