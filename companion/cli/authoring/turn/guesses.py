"""Guesses who plays a phase of the turn, which rule it belongs to, and which calculators and steps it has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.authoring.turn.phases import PrintedPhase
from companion.model import GameModule, Procedure

EACH, BOTH, INITIATIVE = "each side", "both", "initiative"
"""Who plays a phase: one side after the other, all together, or two halves whose order the initiative decides."""

_TOGETHER = re.compile(
    r"\bboth\b|\bsimultaneous|\bat once\b|\bsame time\b|\btogether\b|\b(?:all|every) (?:side|player)s?\b",
    re.IGNORECASE,
)
_HOLDER = re.compile(
    r"\b(?:side|player|army|force|team|winner|loser|whoever)s?\b.{0,40}\binitiative\b"
    r"|\binitiative (?:side|player|army|force|team|winner|holder)\b",
    re.IGNORECASE,
)
"""The side with or without the initiative."""
_THE_OTHER = re.compile(r"\b(?:then|followed by|before) the other\b", re.IGNORECASE)
_ONE_THEN_OTHER = re.compile(
    rf"\b(?:one|first) (?:side|player|army|force)\b[^.;|]{{0,80}}{_THE_OTHER.pattern}"
    rf"|{_THE_OTHER.pattern} (?:side|player|army|force)\b",
    re.IGNORECASE,
)
"""Words of a phase in which one side finishes before the other begins."""
_FIRST = re.compile(
    r"(?<!\bthe )(?<!\ban )(?<!\ba )(?<!\bits )(?<!\btheir )\b(?:first|second|last)\b"
    r"(?! (?:turn|round|phase|step|segment|time|day|volley|line|roll|throw|die|dice)s?\b)",
    re.IGNORECASE,
)
"""Words for a place in the order of the sides; `the first line` and `last turn` are other things."""
_SENTENCE_END = re.compile(r"[.;:|\n]")
_IN_ORDER = re.compile(r"\bmov\w*\s+(?:first|second)\b|\bfirst or second\b", re.IGNORECASE)
"""Words of a phase in which one side moves before the other."""
_ALTERNATE = re.compile(r"\b(?:alternat\w+|in turn|each (?:side|player)|one side)\b", re.IGNORECASE)
_HALVES = re.compile(r"\b(?:phasing|active|first|second) (?:player|side)\b|\bplayer.turn\b", re.IGNORECASE)
"""Words of a turn in which a side plays all its phases before the other begins."""
_YOUR_TURN = re.compile(
    r"\bin your (?:own )?turn\b|\bthen it is the other (?:player|side)\b"
    r"|\b(?:one|a) side goes through (?:all|its|the)\b|\bthe other (?:player|side) does the same\b"
    r"|\b(?:player|side)s? (?:alternate|take (?:alternate )?turns)(?= turns|\s*[.,;:]|$)",
    re.IGNORECASE,
)
"""Words of a turn whose phases all belong to the side whose turn it is, even if both sides act in some of them."""
_SHARED = re.compile(r"\binitiative\b", re.IGNORECASE)
_ALL = re.compile(r"\ball\b", re.IGNORECASE)
_IDLE = {
    *(
        "a",
        "an",
        "and",
        "are",
        "chart",
        "for",
        "in",
        "is",
        "of",
        "on",
        "or",
        "phase",
        "result",
        "roll",
        "rule",
    ),
    *("segment", "stage", "step", "table", "test", "the", "throw", "to", "turn", "with"),
}
"""Words that say nothing about the subject of a phase, a rule or a calculator."""
_CITED = re.compile(
    r"[(,]\s*(?:see\s+)?(\d+(?:\.\d+)+[a-z]?)(?=[),])|\((\d{1,2})\)|\b(?:see|sections?|rules?|chapter)\s+(\d+(?:\.\d+)*[a-z]?)(?![\d\w])",
    re.IGNORECASE,
)
"""The number of a rule in a text: `(3.3)`, `section 6`."""
_THROW = r"(?:checks?|rolls?|tests?|throws?)"
_LONGEST_STEP = 120
_MOST_STEPS = 12


def usual_players(phases: Sequence[PrintedPhase], above: str, are_two: bool) -> list[str]:
    """Return who usually plays each phase, given the text of the rule with the sequence of play.

    In a text about both sides, simultaneous fire or initiative, both sides finish a phase before the next one begins;
    `each side` for consecutive phases would let a side play all of them first. Phases of one side and then the other
    that follow one another are therefore `initiative`. In a turn of one side, all phases are `each side`.
    """
    texts = [f"{phase.title}. {phase.text}" for phase in phases]
    if _YOUR_TURN.search(_without(above, texts)):
        return [EACH] * len(phases)
    is_shared = any(_TOGETHER.search(text) or _SHARED.search(text) for text in (above, *texts))
    is_halved = _HALVES.search(above) or _THE_OTHER.search(_without(above, texts))
    usual = BOTH if is_shared and not is_halved else EACH
    players = [
        BOTH if stems(phase.title) == stems(INITIATIVE) else _player(text, usual, are_two)
        for phase, text in zip(phases, texts, strict=True)
    ]
    if usual == EACH or not are_two:
        return players
    return [
        INITIATIVE if who == EACH and _ONE_THEN_OTHER.search(text) and EACH in near else who
        for who, text, near in zip(players, texts, _neighbours(players), strict=True)
    ]


def acts_together(phase: PrintedPhase) -> bool:
    """Return whether the text of a phase says that both sides act in it."""
    return _TOGETHER.search(f"{phase.title}. {phase.text}") is not None


def _neighbours(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return who plays the phases before and after each one; empty texts beyond the ends."""
    return list(zip(["", *players[:-1]], [*players[1:], ""], strict=True))


def _without(above: str, texts: Sequence[str]) -> str:
    """Return the sentences of the rule with the sequence of play that are not in the texts of its phases."""
    known = " ".join(" ".join(texts).split())
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE_END.split(above))
    return ". ".join(sentence for sentence in sentences if sentence not in known)


def _player(text: str, usual: str, are_two: bool) -> str:
    """Return who plays the phase with this text; `usual` if it does not say so.

    The order of the sides counts even if other words of the text are about both.
    """
    in_order = INITIATIVE if are_two and _SHARED.search(text) else EACH
    if _ONE_THEN_OTHER.search(text) or any(map(_is_initiative_first, _SENTENCE_END.split(text))):
        return in_order
    if _TOGETHER.search(text):
        return BOTH
    if _IN_ORDER.search(text):
        return in_order
    if _ALTERNATE.search(text):
        return EACH
    return BOTH if _ALL.search(text) else usual


def _is_initiative_first(sentence: str) -> bool:
    """Return whether a sentence says that the side with the initiative goes first or second."""
    return bool(_HOLDER.search(sentence) and (_FIRST.search(sentence) or _THE_OTHER.search(sentence)))


def stems(text: str) -> set[str]:
    """Return the words of a text without their endings, so that `Firing` is `Fire`; without words of no subject."""
    words = {
        re.sub(r"['\u2019]s$", "", word)
        for word in re.findall(r"[^\W\d_]+(?:['\u2019]\w+)?", text.casefold())
    }
    plain = {word if len(word) < 5 else re.sub(r"s$", "", word) for word in words}
    return {_stem(word) for word in plain if not {word, word.removesuffix("s")} & _IDLE}


def _stem(word: str) -> str:
    stem = re.sub(r"(?:ements?|ings?|ed|es|s|e)$", "", word)
    return stem if len(stem) > 2 else word


def cites_in(text: str, known: Mapping[str, str]) -> list[str]:
    """Return the numbers of rules that a text names."""
    numbers = (found[1] or found[2] or found[3] for found in _CITED.finditer(text))
    return [number for number in numbers if number in known]


def headings(module: GameModule) -> dict[str, str]:
    """Return the heading of each rule of a game that may belong to a phase, by number."""
    entries = [entry for entry in module.entries if entry.cites and not entry.gap]
    return {entry.cites[0]: entry.title for entry in sorted(entries, key=lambda entry: entry.optional)}


def usual_rule(
    phase: PrintedPhase, procedures: Sequence[Procedure], known: Mapping[str, str], sequence: str
) -> str:
    """Return the rule of a phase: one with its name as heading, one that its text names, that of a calculator.

    Else one with its name in the heading, else that of the sequence of play.
    """
    if phase.cite:
        return phase.cite
    words = stems(phase.title)
    exact = [cite for cite, title in known.items() if words and stems(title) == words and cite != sequence]
    alike = [cite for cite in exact if known[cite].casefold() == phase.title.casefold()]
    partly = [cite for cite, title in known.items() if words and words <= stems(title) and cite != sequence]
    made = [procedure.cite for procedure in procedures if procedure.cite in known]
    shortest = sorted(alike or exact, key=lambda cite: cite.count("."))
    return next(iter((*shortest, *cites_in(phase.text, known), *made, *partly)), sequence)


def usual_calculators(
    phases: Sequence[PrintedPhase], procedures: Sequence[Procedure], known: Mapping[str, str]
) -> list[list[Procedure]]:
    """Return the calculators that belong to each phase by their title or rule; one may belong to none.

    It belongs to the phase that it fits best, and to those whose text has its throw: `then any morale tests`.
    """
    found: list[list[Procedure]] = [[] for _ in phases]
    for procedure in procedures:
        points = [_fit(phase, procedure, known) for phase in phases]
        best = max(points, default=0)
        first = points.index(best) if best else -1
        throw = re.compile(rf"\b{re.escape(procedure.title)}\s+{_THROW}\b", re.IGNORECASE)
        for number, phase in enumerate(phases):
            if number == first or throw.search(phase.text):
                found[number].append(procedure)
    return found


def _fit(phase: PrintedPhase, procedure: Procedure, known: Mapping[str, str]) -> int:
    """Return how well a calculator belongs to a phase, from 0 to 5."""
    words, name = stems(procedure.title), stems(phase.title)
    if words and words == name:
        return 5
    if procedure.cite in cites_in(phase.text, known):
        return 4
    if words & name:
        return 3
    chapter = stems(known.get(procedure.cite.partition(".")[0], ""))
    if name and (chapter == name or stems(known.get(procedure.cite, "")) == name):
        return 2
    return 1 if words and words <= stems(phase.text) else 0


def steps_of(
    phase: PrintedPhase, procedures: Sequence[Procedure], known: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the steps of a phase: its text divided at semicolons, and its calculators."""
    steps: list[dict[str, Any]] = []
    for clause in phase.text.split(";")[:_MOST_STEPS]:
        first, _, rest = re.sub(r"(?<=[a-z)\d][.!?])\s+(?=[A-Z])", "\n", clause.strip()).partition("\n")
        cite = next(iter(cites_in(clause, known)), "")
        title = _words(re.sub(rf"\((?:see\s+)?{re.escape(cite)}\)", "", first) if cite else first)
        if any(map(str.isalpha, title)):
            steps.append({"title": title, "says": _words(rest, is_whole=True), "cite": cite, "procedure": ""})
    for procedure in procedures:
        name = stems(procedure.title)
        fits = [step for step in steps if name and name <= stems(step["title"]) and not step["procedure"]]
        step = fits[0] if fits else {"title": procedure.title, "cite": ""}
        step["procedure"] = procedure.id.partition(":")[2]
        step["cite"] = step["cite"] or procedure.cite
        steps += [] if fits else [step]
    return steps


def _words(text: str, is_whole: bool = False) -> str:
    """Return a text on one line, not too long, with a capital letter; without a full stop unless it `is_whole`."""
    plain = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    plain = re.sub(r"\s+([,.])", r"\1", plain).strip(" ," if is_whole else " .,")
    if len(plain) > _LONGEST_STEP:
        plain = f"{plain[:_LONGEST_STEP].rpartition(' ')[0] or plain[:_LONGEST_STEP]} ..."
    if is_whole and plain and plain[-1] not in ".!?":
        plain += "."
    return plain[:1].upper() + plain[1:]
