"""Reads the modifiers in the points of a rule, such as `Behind a wall: +1` or `-2 if the unit is shaken`."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.cli.authoring.printed.amounts import in_figures
from companion.cli.authoring.printed.modifiers import AMOUNT, LIMIT, without_limit
from companion.cli.authoring.printed.pairs import names_pair

_ANY = re.compile(rf"(?<![\w\u2033\u201d\"]){AMOUNT}\b")
"""An amount in a text; `2-3` is none."""
_UNITS = r"(?:\s+(?:die|dice|points?|pips?))?"
_FIRST = re.compile(
    rf"({AMOUNT}){_UNITS}\s*[:,]?\s+(?:(?:if|when|where|for(?!\s+(?:each|every)\b))\s+)?(\S.*)", re.IGNORECASE
)
"""A point that starts with its amount: `+1 if charging`."""
_LAST = re.compile(
    rf"(?:(?:if|when|where)\s+)?(\S.*?)\s*[:,(=]?\s*({AMOUNT}){_UNITS}\s*\)?(?:\s*(\([^()]*\)|instead)(?:,\s.*)?)?",
    re.IGNORECASE,
)
"""A point that ends with its amount, perhaps before a remark: `Charging: +1 (once only)`."""
_WHEN = (
    r"only|if|when|unless|except|in|on|at|against|while|during|until|before|after|however|for"
    r"|(?:as|so)\s+long\s+as|provided"
)
_BEFORE_A_CONDITION = re.compile(
    rf"(\S.*?)\s*[:,]?\s*({AMOUNT}){_UNITS},?\s+(?:but\s+)?((?:{_WHEN})\b.*)",
    re.IGNORECASE,
)
"""A point with its amount before a condition: `Leader attached: +1, only if the unit has not moved`."""
_BETWEEN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf",?\s+and\s+(?={AMOUNT})",
        rf",?\s+or\s+(?={AMOUNT})",
        r"\s*;\s*(?:or\s+)?",
        r"\s*,\s+(?:(?:or|and|but)\s+)?",
        r"\s*/\s*",
        r"\s+or\s+",
        r",?\s+(?:and|but)\s+",
    )
)
"""Signs and words between two modifiers of a point, tried in turn: `Soft cover -1, hard cover -2`."""
_NO_LABEL = re.compile(
    r"\b(?:never|neither|nothing|total|ignor\w+|in(?:\s+place|stead)\s+of|(?:better|worse)\s+than|do(?:es)?\s+not|leaves?\s+out)\b",
    re.IGNORECASE,
)
"""Words of a sentence about modifiers, not of a modifier."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_REASON = re.compile(r",\s+(?:as|since|because|having)\s+(?!in\b|if\b|long\b).*")
"""The reason for a modifier: `The target is a column, as it is hard to miss`."""
_EXPLAINED = re.compile(
    rf"({AMOUNT}\b[^,]*),\s+(?:as(?!\s+long\b)|since|because|(?:the\s+)?(?:[\w-]+\s+){{0,3}}having)\s.*"
)
"""A modifier before its reason: `+1, having found the range`."""
_TOO = re.compile(r"^(?:[^:]{3,30}\b(?:also|as\s+well|too):\s+|besides(?:\s+th\w+)?,\s+)", re.IGNORECASE)
"""Words that only introduce a modifier: `Cover counts too: a target in a wood -1`."""
_INSTEAD = re.compile(r"^instead\s*,?\s+(?:(?:if|when|where|for)\s+)?|,?\s+\(?instead\)?$", re.IGNORECASE)
"""A word for a modifier that counts in place of the one before: `-2 instead if half are lost`."""
_DISTANCE = re.compile(
    r"[+\-\u2212\u2013](\d+)(?=\s*(?:di(?:e|ce)\s+in\s|inch(?:es)?\b|cm\b|hexes\b|yards?\b|paces?\b|feet\b))",
    re.IGNORECASE,
)
"""A distance with a sign, which is no amount: `+2 inches if it moves`."""
_BRACKET = re.compile(rf"\s*\(({AMOUNT}\s+instead\b[^()]*)\)", re.IGNORECASE)
"""Another amount in brackets: `+1 a leader is near (+2 instead if he is bold)`."""
_REMARK = re.compile(r"\s*\([^()]*\b(?:ignor\w+|do(?:es)?\s+not)\b[^()]*\)", re.IGNORECASE)
"""An exception in brackets: `-1 if friends routed (Veterans ignore this)`."""
_WORTH = re.compile(r"\s+(?:(?:is|are)\s+worth|counts?)(?:\s+as)?$", re.IGNORECASE)
"""Words before an amount: `A Disordered unit counts -1`."""
_ONLY = re.compile(r"\([^()]*\bonly\b[^()]*\)$", re.IGNORECASE)
"""A remark at the end of a sentence about all of its modifiers: `(the side charged only)`."""
_NOT_WHEN = re.compile(
    r",?\s+but\s+(?:never|not)\s+((?:against|at|for|if|in|on|uphill|when|while|with)\b[^;.()]*)$",
    re.IGNORECASE,
)
"""An exception at the end of a modifier: `but never when charging`."""
_JOINING = re.compile(r"(?<!\bof)(?<!\bto)(?<!\bin)\s+(?:and|has|have|also|another|it|they)$", re.IGNORECASE)
"""Words between a condition and its amount: `Men who won are proud and +1`."""
_MAY_CHANGE = re.compile(
    r"\b(?:(?:one|two|three|[1-4]|(?:a|another)\s+die)\s+(?:\w+\s+)?(?:off|more|less|fewer|worse|better|extra)"
    r"|(?:up|down|raised|lowered|reduced|increased|rises|falls)\s+by\s+(?:one|two|three|[1-4]))\b",
    re.IGNORECASE,
)
"""Words of a sentence that may state a modifier: `is one worse`, `goes up by one`."""
_EXAMPLE = re.compile(r"Examples?\b")
_RULE = re.compile(r"\s*\((?:see\s+)?\d+(?:\.\d+)*[a-z]?\)")
"""The number of another rule, as in `First volley (4.6)`."""
_LONGEST = 110
_LONGEST_UNREAD = 60


class PointModifier(NamedTuple):
    """A modifier that a point of a rule states."""

    label: str
    """Its words: `Soft cover`, `Each marker (at most 3)`."""
    amount: str
    """As printed: `-1`."""
    is_other: bool = False
    """Whether it counts in place of the one before: `soft cover -1 or hard cover -2`."""


def modifiers_of(text: str, *, in_words: bool = True) -> tuple[list[PointModifier], list[str]]:
    """Return the modifiers that a point states, and what is not understood; nothing of a point without an amount.

    Amounts may be in words with `in_words`: `Deduct one if the unit moved`. Examples state none.
    """
    found: list[PointModifier] = []
    unread: list[str] = []
    others: list[str] = []
    for printed in re.split(r"(?<=[.!])\s+", "" if _EXAMPLE.match(text) else text):
        plain = _DISTANCE.sub(r"\1", in_figures(printed) if in_words else printed)
        sentence = _BRACKET.sub(r"; \1", plain)
        if not _amounts(sentence) or names_pair(printed):
            others.append(sentence.rstrip("."))
            continue
        limited = _RULE.sub("", LIMIT.sub(r" (maximum \g<after>)", sentence)).strip()
        clauses = [_with_limit(clause) for clause in limited.rstrip(".;,!").split("; ")]
        plain = "; ".join(clause for clause in clauses if _amounts(clause))
        whole = _modifiers(_REMARK.sub("", plain))
        unread += [remark.strip(" ()") for remark in _REMARK.findall(plain) if whole]
        found += whole
        unread += [clause for clause in clauses if bool(whole) != bool(_amounts(clause))]
    return found, [*unread, *(each for each in others if found or _MAY_CHANGE.search(each))]


def _with_limit(clause: str) -> str:
    """Return a part of a sentence with its limit or exception in brackets.

    This is the limit in `Each base lost -1, but never more than -3 in all`, and the exception in `In cover +1, but not
    when charging`.
    """
    plain, most = without_limit(_NOT_WHEN.sub(r" (not \1)", clause))
    return f"{plain} (maximum {most})" if most else plain


def _modifiers(plain: str) -> list[PointModifier]:
    """Return all modifiers of a sentence; none if one of them is not understood."""
    if _amounts(plain) == 1:
        only = _modifier(plain)
        return [] if only is None else [only]
    for pattern in _BETWEEN:
        read = [_modifier(part) for part in pattern.split(plain)]
        whole = [each for each in read if each is not None]
        if len(whole) == len(read):
            are_other = any("or" in between.lower() for between in pattern.findall(plain))
            whole = _with_remark(whole) if ";" not in plain else whole
            return [whole[0], *(each._replace(is_other=each.is_other or are_other) for each in whole[1:])]
    return []


def _with_remark(modifiers: list[PointModifier]) -> list[PointModifier]:
    """Return modifiers of one sentence with the remark at its end for all: `Cover +1, walls +2 (defender only)`."""
    remark = _ONLY.search(modifiers[-1].label)
    if remark is None or any("(" in each.label for each in modifiers[:-1]):
        return modifiers
    return [*(each._replace(label=f"{each.label} {remark[0]}") for each in modifiers[:-1]), modifiers[-1]]


def _amounts(text: str) -> int:
    """Return how many amounts a text has, limits not counted."""
    return len(_ANY.findall(LIMIT.sub("", text)))


def beginning(text: str) -> str:
    """Return the start of a sentence."""
    return text if len(text) <= _LONGEST_UNREAD else f"{text[:_LONGEST_UNREAD].rsplit(' ', 1)[0]} ..."


def _modifier(part: str) -> PointModifier | None:
    """Return the modifier that a part states; None if it is not exactly one amount at its start or end."""
    limit = LIMIT.search(part)
    bare = _EXPLAINED.sub(r"\1", LIMIT.sub("", part).strip())
    if _amounts(part) != 1:
        return None
    if found := _FIRST.fullmatch(bare):
        amount, label = found[1], found[2]
    elif found := _LAST.fullmatch(bare):
        label, amount = f"{_WORTH.sub('', found[1])} {found[3] or ''}", found[2]
    elif found := _BEFORE_A_CONDITION.fullmatch(bare):
        label, amount = f"{_WORTH.sub('', found[1])}, {found[3]}", found[2]
    else:
        return None
    label, most = without_limit(_REASON.sub("", label).strip(" :,;"))
    is_other = _INSTEAD.search(label) is not None
    label = _TOO.sub("", _INSTEAD.sub("", _JOINING.sub("", label)))
    if not label or len(label) > _LONGEST or _NO_LABEL.search(_IN_BRACKETS.sub("", label)):
        return None
    most = int(limit["after"]) if limit else most
    more = f" (at most {most})" if most else ""
    return PointModifier(f"{label[0].upper()}{label[1:]}{more}", amount, is_other)
