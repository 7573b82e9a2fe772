"""Compares sentences of the rules with what a new calculator applies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.labels import subject_words
from companion.cli.authoring.printed.amounts import in_figures
from companion.cli.authoring.printed.points import modifiers_of
from companion.model import Entry, Point
from companion.render.text import table_cells, unlinked

IS_CONDITIONAL = re.compile(
    r"\b(?:again|but|double|doubles|except|if|instead|natural|never|not|only|unless|when)\b|\bon\s+(?:an?\s+)?\d"
    r"|\b(?:one|two|1|2)\s+(?:columns?|rows?|lines?)\b",
    re.IGNORECASE,
)
"""Words of a sentence that is not only about the usual throw."""
_NEEDED = re.compile(r"(?:\w+\s+){1,5}\d+(?:\+|\s+or\s+(?:more|less|better|higher|lower))(?:\s+\w+){0,3}\.?")
"""A number needed: `A unit needs 4 or more to pass`."""
_LIMIT = re.compile(r" \(at most \d+\)$")
"""The limit at the end of a modifier, which the draft keeps in its amount."""
_WINS = re.compile(
    r"(?:and\s+)?(?:the\s+)?higher\s+(?:\w+\s+)?wins?(?:[;,]\s+(?:and\s+)?(?:find|note|take)\s+the\s+difference)?\.?",
    re.IGNORECASE,
)
_READ_ON_CHART = re.compile(
    r"(?=.*\b(?:charts?|tables?|columns?)\b)(?=.*\b(?:count|dice|totals?|sum|score|difference|lower)\b)"
    r".*\b(?:look(?:ed|ing|s)?|read(?:s|ing)?|find|consult\w*|refer|take\s+the\s+count)\b",
    re.IGNORECASE | re.DOTALL,
)
"""A sentence about reading a chart: `Look up the total in the column for the class`."""
_THROW = re.compile(
    r"(?:roll|throw)\s+(?:all\s+)?(?:(?:the|these|those|your)\s+)?dice(?:\s+together)?\W*"
    r"|(?:each|every)\s+die\s+that\s+(?:equals|reaches)(?:\s+or\s+(?:beats|exceeds|passes))?\s+[^.;]*\W*"
    r"|an?\s+(?:dash|blank)\s+means\b[^.;]*\W*"
    r"|add\s+(?:and|or)\s+(?:deduct|subtract|take\s+(?:away|off))\b[^.;]*\b(?:as\s+in|below|listed)\b[^;]*",
    re.IGNORECASE,
)
"""A sentence about the throw that says nothing more: `Throw the dice together`, `A dash means no fire at all`."""
_WHICH_COLUMN = re.compile(
    r"(?!.*\b(?:instead|next|one|two)\b)[^.]*\bread\b[^.]*\b(?:left|right)(?:-hand)?\b[^.]*\.?", re.IGNORECASE
)
"""A sentence about the column, which the calculator asks for: `If it is charged read the right-hand column`."""
_OCCASION = re.compile(
    r"(?:(?:an?|each|every|the)\s+)?(?:it|units?|they)\s+(?:also\s+|must\s+)?(?:takes?\s+a\s+test|tests?)\b(?!.*(?<!\w)[+-]\d).*"
    r"|(?:an?|each|every)\s+unit\s+(?:(?:can|may)\s+)?(?:only\s+)?(?:fires?|shoots?|tests?)\s+(?:only\s+)?once\b[^;]*"
    r"|once\s+(?:\w+\s+){0,4}is\s+enough\b[^;]*",
    re.IGNORECASE,
)
"""A sentence about when or how often dice are thrown: `A unit tests when it is charged`."""
_CHART_GIVES = re.compile(
    r"(?:(?:each|the|this)\s+)?(?:charts?|tables?)\b[^.;]*\b(?:gives?|lists?|shows?)\b[^.;]*\.?",
    re.IGNORECASE,
)
"""A sentence about what a chart has: `Chart A gives the score for the arm and the range`."""
_LEADS_ON = re.compile(
    r"[^\d+\-]*\b(?:below|here|this\s+table)\W*"
    r"|(?:(?:now|then|next)\s+)?(?:adjust|alter|change|modify)\s+(?:the\s+)?(?:\w+\s+){0,4}\w+\W*",
    re.IGNORECASE,
)
"""A sentence that only points to what follows: `Then add or take away dice as below`, `Now change the dice`."""
_OF_AMOUNTS = frozenset(("add", "are", "count", "deduct", "from", "has", "have", "off", "subtract", "take"))
"""Words of a sentence that no label of a modifier has."""
_TAIL = re.compile(r",?\s+(?:but|except|unless|though|although)\b", re.IGNORECASE)
"""The beginning of an exception at the end of a sentence."""
_PART = re.compile(r"[.;:,]\s|\s+(?:and|but)\s+", re.IGNORECASE)
"""Separators of the parts of a sentence: `A natural 6 always hits and a natural 1 always misses`."""
_WHATEVER = re.compile(r"whatever (?:the|its|their) (?:modifiers?|scores?|totals?)")
"""A part of a sentence about a natural roll that says nothing more."""
_READ = 0.5
"""Part of the words of a sentence that modifiers and exceptions of its rule must have, so that it counts as read."""
_MOST_OF, _MOST_LEFT = 0.5, 5
"""A clause counts as read if a text read in another way has this part of its words, and leaves at most so many."""


def unapplied_part(draft: Draft, entry: Entry, sentence: str, is_used: bool) -> str:
    """Return what the player must apply of a sentence of a rule; empty for nothing.

    It is what a list did not tell, or a sentence of a rule that is not used; also one of a rule that is used, if it
    does not describe the throw itself and nothing of the calculator has its words.
    """
    sentence = _unread_clauses(draft, sentence)
    plain = plain_words(sentence)
    if not plain or _THROW.fullmatch(sentence) or (is_used and _describes_throw(sentence)):
        return ""
    if any(plain in plain_words(text) for text in draft.unread):
        return sentence
    if within := [text for text in draft.unread if plain_words(text) and plain_words(text) in plain]:
        return _beside(sentence, within[0]) if len(within) == 1 else sentence
    if _LEADS_ON.fullmatch(sentence):
        return ""
    if not is_used:
        return sentence
    if sentence.endswith(":"):
        return ""
    modifiers = modifiers_of(sentence)[0]
    labels = {_LIMIT.sub("", each.label.casefold()) for each in modifiers}
    if labels and labels <= set(labels_of(draft).split("\n")):
        return ""
    parts = _words_read(draft, entry)
    head, *tails = _TAIL.split(sentence)
    return "" if _is_said(head, parts) and all(_is_said(tail, parts) for tail in tails) else sentence


def _is_said(text: str, parts: Sequence[set[str]]) -> bool:
    """Return whether parts of the calculator, given by their words, have most words of a text."""
    about = {word for word in subject_words(text) - _OF_AMOUNTS if word.isalpha()}
    known = set().union(*(each for each in parts if each <= about))
    return len(known) >= _READ * len(about)


def _beside(sentence: str, unread: str) -> str:
    """Return an unread part of a sentence, with what it says besides in brackets: `Guards ignore it (-1 tired)`."""
    rest = sentence.replace(unread, "").strip(" .,;:()")
    return f"{unread[:1].upper()}{unread[1:]} ({rest})" if rest and rest != sentence.strip(" .") else sentence


def _describes_throw(sentence: str) -> bool:
    """Return whether a sentence only says what is needed or read: `Look up the total in the column for the class`."""
    is_read = (
        _READ_ON_CHART.search(sentence) or _CHART_GIVES.fullmatch(sentence)
    ) and not IS_CONDITIONAL.search(sentence)
    whole = (_NEEDED, _WINS, _WHICH_COLUMN, _OCCASION)
    return bool(is_read) or any(each.fullmatch(sentence) for each in whole)


def _unread_clauses(draft: Draft, sentence: str) -> str:
    """Return a sentence without what the calculator applies in another way than as a modifier; empty if it is all."""
    read = [plain_words(text) for text in draft.sentences_read]
    parts = [plain_words(in_figures(part)) for part in _PART.split(sentence)]
    if any(plain_words(sentence) in text for text in read) or all(
        part in read or _WHATEVER.fullmatch(part) or any(_is_natural(text, part) for text in read)
        for part in parts
    ):
        return ""
    clauses = re.split(r";\s+", sentence)
    return "; ".join(each for each in clauses if not any(_covers(text, plain_words(each)) for text in read))


def _is_natural(read: str, part: str) -> bool:
    """Return whether a part of a sentence is only a natural roll that is read, both plain."""
    return read.startswith("natural ") and re.fullmatch(rf"(?:and |an? )*{re.escape(read)}", part) is not None


def _covers(read: str, clause: str) -> bool:
    """Return whether a text that is read is most of a clause: both plain."""
    rest = len(clause.split()) - len(read.split())
    return read in clause and rest <= min(_MOST_LEFT, (1 - _MOST_OF) * len(clause.split()))


def _words_read(draft: Draft, entry: Entry) -> list[set[str]]:
    """Return the words of each modifier, exception and other part of the calculator that names a rule."""
    modifiers = [each for step in draft.steps for each in step.get("modifiers", ())]
    parts = (*draft.steps, *modifiers, *draft.inputs, *draft.next)
    texts = (
        str(part.get(key, ""))
        for part in parts
        for key in ("label", "because", "says")
        if part.get("cite") in entry.cites
    )
    return [words for text in texts if (words := {each for each in subject_words(text) if each.isalpha()})]


def labels_of(draft: Draft) -> str:
    """Return all words of modifiers, questions, answers and follow-ups, for a comparison with the rows of a table."""
    modifiers = (each["label"] for step in draft.steps for each in step.get("modifiers", ()))
    answers = (
        choice.get("label", choice["key"]) for given in draft.inputs for choice in given.get("choices", ())
    )
    follow_ups = (each["says"] for each in draft.next)
    questions = (given["label"] for given in draft.inputs)
    return "\n".join((*modifiers, *answers, *follow_ups, *questions)).casefold()


def is_in_labels(point: Point, labels: str) -> bool:
    """Return whether the first words of a row of a table are among the labels."""
    firsts = (re.split(r"\s*[/(,]", row[0])[0].casefold() for row in table_cells(unlinked(point.text))[1:])
    return any(first and first in labels for first in firsts)


def plain_words(text: str) -> str:
    """Return a text for a comparison: small letters, digits and single spaces."""
    return " ".join(re.findall(r"\w+", text.casefold()))
