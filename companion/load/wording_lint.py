"""Finds wording problems in rules and shown sentences by simple patterns. The remarks are advice, not faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.load.content import data_files
from companion.load.places import Places
from companion.load.text_yaml import YamlFault, read_yaml, walk

LONGEST = 30
"""Most words of a sentence."""
_SHOWN = """
allows because help label means note notes relay rule_says says summary taken text title why
"""
SHOWN = frozenset(_SHOWN.split())
"""Keys of tables whose text a player reads."""
RULES = frozenset({"allows", "says"})
"""Shown keys whose text prescribes what to do."""
_REFERRING = """
it this that these those they such then and but or otherwise same so there also likewise
"""
_NO_SUBJECT = frozenset(_REFERRING.split())
"""First words that refer to an earlier sentence."""
_SUCH_A = re.compile(r"such an? \w", re.IGNORECASE)
"""The word has its noun: `Such a battalion`."""
_VERBS = """
adds applies can cannot counts does gets gives goes has includes is are loses makes may means must needs pays takes was
will
"""
_BARE = frozenset(_VERBS.split())
"""First words that are verbs without a subject."""
_VERB = re.compile(
    r"\b(?:is|are|may|must|can|do|does|has|have|[a-z]*(?:unts?|osts?|akes?|alls?|eeds?|nds?|ives?|eans?))\b|:"
)
"""A verb, or the colon of a heading, in a text that begins with a word in -ing."""
_NOUNS_IN_ING = frozenset({"during", "morning", "evening", "building", "nothing", "anything", "crossing"})
_DESCRIBES = re.compile(
    r"\b(?:do|does) not (?!count\b|matter\b|say\b|print\b|mean\b)[a-z]+"
    r"|\b(?:is|are) not (?:moved|fired|counted|checked|allowed|rolled|placed|used|taken)\b"
    r"|\bnever (?!more\b|less\b)[a-z]+s\b"
)
"""A description where a rule should prescribe."""
_MARKUP = re.compile(r"\s*\{[.a-z][^{}]*\}$|[*_`]{1,2}(?=\w)|(?<=\w)[*_`]{1,2}")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"(])")
_POINT = re.compile(r"^\s*- +(.*)$")


class Remark(NamedTuple):
    """A wording that could be improved."""

    file: str
    line: int
    kind: str
    """subject, long or describes."""
    says: str
    excerpt: str


def remarks(places: Places, games: tuple[str, ...] = ()) -> Iterator[Remark]:
    """Yield remarks on every rule and shown sentence in all folders; if `games` is not empty, only of these slugs."""
    for base in places.bases:
        for path in data_files(base):
            name = path.relative_to(base)
            if games and name.parts[1] not in games:
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            shown = _points(text) if path.suffix == ".md" else _sentences(text)
            for line, sentence, is_rule in shown:
                for kind, says in remarks_on(sentence, is_rule):
                    yield Remark(str(name), line, kind, says, _excerpt(sentence))


def remarks_on(text: str, is_rule: bool = True) -> Iterator[tuple[str, str]]:
    """Yield (kind, remark) for one text. Texts other than rules may describe, and may be labels without a verb."""
    plain = _MARKUP.sub("", text).strip()
    if first := _without_subject(plain, is_rule):
        yield "subject", f"begins with {first!r}: name the subject"
    for sentence in _SENTENCE.split(plain):
        if (words := len(sentence.split())) > LONGEST:
            yield "long", f"a sentence of {words} words; the limit is {LONGEST}"
    if is_rule and (match := _DESCRIBES.search(plain)):
        yield "describes", f"{match[0]!r} describes; write may not, or must"


def _without_subject(text: str, is_rule: bool) -> str:
    """Return the first word of a text without a subject; empty if the text seems to have one."""
    match = re.match(r"[A-Za-z']+", text)
    word = match[0] if match else ""
    lower = word.lower()
    if lower in _NO_SUBJECT and not _SUCH_A.match(text):
        return word
    is_participle = len(lower) > 5 and lower.endswith("ing") and lower not in _NOUNS_IN_ING
    is_bare = lower in _BARE or (is_participle and not _VERB.search(text))
    return word if is_rule and is_bare else ""


def _points(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield (line, text, True) for each point of a chapter, including its continuation lines."""
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
    """Yield (line, text, whether it is a rule) for each shown text of a YAML file; nothing if it is unreadable."""
    try:
        tree = read_yaml(text)
    except YamlFault:
        return
    for path, value in walk(tree.value):
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        if isinstance(value, str) and key in SHOWN and " " in value:
            yield tree.line(path), " ".join(value.split()), key in RULES


def _excerpt(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:90].rsplit(' ', 1)[0]} ..."
