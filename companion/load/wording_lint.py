"""Remarks on the English of rules and shown sentences. Simple signs, not grammar: they inform and are no faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.load.content import data_files
from companion.load.places import Places
from companion.load.text_yaml import YamlFault, read_yaml

LONGEST = 30
"""Words that a sentence may have."""
SHOWN = frozenset(
    {
        *(
            "allows",
            "because",
            "help",
            "label",
            "means",
            "note",
            "notes",
            "relay",
            "rule_says",
            "says",
            "summary",
        ),
        *("taken", "text", "title", "why"),
    }
)
"""Keys of tables whose text a player reads."""
RULES = frozenset({"allows", "says"})
"""Those of them that say what to do."""
_NO_SUBJECT = frozenset(
    {
        *(
            "it",
            "this",
            "that",
            "these",
            "those",
            "they",
            "such",
            "then",
            "and",
            "but",
            "or",
            "otherwise",
            "same",
        ),
        *("so", "there", "also", "likewise"),
    }
)
"""First words that point at a sentence before."""
_BARE = frozenset(
    {
        *(
            "adds",
            "applies",
            "can",
            "cannot",
            "counts",
            "does",
            "gets",
            "gives",
            "goes",
            "has",
            "includes",
            "is",
            "are",
        ),
        *("loses", "makes", "may", "means", "must", "needs", "pays", "takes", "was", "will"),
    }
)
"""First words that are verbs without a subject."""
_VERB = re.compile(
    r"\b(?:is|are|may|must|can|do|does|has|have|[a-z]*(?:unts?|osts?|akes?|alls?|eeds?|nds?|ives?|eans?))\b|:"
)
"""Words by which a text that begins with an activity has a verb, or a colon by which it is a heading."""
_NOUNS_ON_ING = frozenset({"during", "morning", "evening", "building", "nothing", "anything", "crossing"})
_DESCRIBES = re.compile(
    r"\b(?:do|does) not (?!count\b|matter\b|say\b|print\b|mean\b)[a-z]+"
    r"|\b(?:is|are) not (?:moved|fired|counted|checked|allowed|rolled|placed|used|taken)\b"
    r"|\bnever (?!more\b|less\b)[a-z]+s\b"
)
"""Rules that describe where they should prescribe."""
_MARKUP = re.compile(r"\s*\{[.a-z][^{}]*\}$|[*_`]{1,2}(?=\w)|(?<=\w)[*_`]{1,2}")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"(])")
_POINT = re.compile(r"^\s*- +(.*)$")


class Remark(NamedTuple):
    """Something to word better."""

    file: str
    line: int
    kind: str
    """subject, long or describes."""
    says: str
    excerpt: str


def remarks(places: Places, games: tuple[str, ...] = ()) -> Iterator[Remark]:
    """Remarks on every rule and shown sentence in all folders, of some games only where they are named."""
    for base in places.bases:
        for path in data_files(base):
            name = path.relative_to(base)
            if games and name.parts[1] not in games:
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            points = _points(text) if path.suffix == ".md" else _sentences(text)
            for line, point, is_rule in points:
                for kind, says in remarks_on(point, is_rule):
                    yield Remark(str(name), line, kind, says, _excerpt(point))


def remarks_on(text: str, is_rule: bool = True) -> Iterator[tuple[str, str]]:
    """(kind, what is remarked) of one text. A text that is no rule may describe, and may be a label without a verb."""
    plain = _MARKUP.sub("", text).strip()
    if first := _without_subject(plain, is_rule):
        yield "subject", f"begins with {first!r}: give the point a subject of its own"
    for sentence in _SENTENCE.split(plain):
        if (words := len(sentence.split())) > LONGEST:
            yield "long", f"a sentence of {words} words: at most {LONGEST}"
    if is_rule and (found := _DESCRIBES.search(plain)):
        yield "describes", f"{found[0]!r} describes: write may not, or must"


def _without_subject(text: str, is_rule: bool) -> str:
    """The first word of a text that has no subject of its own; empty where it seems to have one."""
    match = re.match(r"[A-Za-z']+", text)
    word = match[0] if match else ""
    lower = word.lower()
    if lower in _NO_SUBJECT:
        return word
    is_participle = len(lower) > 5 and lower.endswith("ing") and lower not in _NOUNS_ON_ING
    is_bare = lower in _BARE or (is_participle and not _VERB.search(text))
    return word if is_rule and is_bare else ""


def _points(text: str) -> Iterator[tuple[int, str, bool]]:
    """(line, text, whether it is a rule) of each point of a chapter, its continued lines included."""
    start, gathered = 0, ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        point = _POINT.match(line)
        if gathered and (point or not line.strip() or line.lstrip().startswith(("#", "|"))):
            yield start, gathered, True
            gathered = ""
        if point:
            start, gathered = number, point[1]
        elif gathered:
            gathered += f" {line.strip()}"


def _sentences(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the line and text of each shown text of a YAML file, and whether it is a rule; nothing if unreadable."""
    try:
        tree = read_yaml(text)
    except YamlFault:
        return
    waiting: list[tuple[tuple[str | int, ...], str, object]] = [((), "", tree.value)]
    while waiting:
        path, key, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*path, name), name, each) for name, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((*path, place), key, each) for place, each in reversed(list(enumerate(value)))]
        elif isinstance(value, str) and key in SHOWN and " " in value:
            yield tree.line(path), " ".join(value.split()), key in RULES


def _excerpt(text: str, most: int = 90) -> str:
    """The beginning of a text, cut between words."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} ..."
