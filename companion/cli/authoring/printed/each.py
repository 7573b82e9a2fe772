"""Reads modifiers that a number multiplies: `for each base lost`, `for each full 25 % of losses`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from companion.cli.authoring.labels import is_same

_EACH = re.compile(r"(?:(?:for\s+)?(?:each|every)|per)\s+(.+)", re.IGNORECASE)
"""A modifier that is multiplied by a number: `For each base lost`."""
_EACH_LATER = re.compile(r"(.+?)[,:]?\s+for\s+(?:each|every)\s+(.+)|(.+),\s+for\s+each", re.IGNORECASE)
"""A modifier with other words before: `Canister, for each gun`, or with only these: `Supports, for each`."""
_STEP = re.compile(
    r"(?:(?:full|complete|whole)\s+)?(\d{1,4})(?![\d.,/\-\u2013]|st\b|nd\b|rd\b|th\b)"
    r"\s*(%|percent\b|per\s+cent\b)?\s*(of\s+(?:the\s+)?)?(?:(?:full|complete|whole)\s+)?(.*)",
    re.IGNORECASE,
)
"""The end of such a modifier if several count once: `full 25 % of losses`, `3 full losses`."""
_PART = re.compile(
    r",?\s+(?:or\s+(?:(?:a|any)\s+)?(?:part|fraction)(?:\s+(?:of\s+\w+|thereof))?|round(?:ed|ing)\s+up)$",
    re.IGNORECASE,
)
"""The end of a modifier that counts a part as a whole: `3 men or part thereof`, `2 men, rounded up`."""
_REST = re.compile(r"\s*\((?:an?\s+|any\s+)?odd\b[^()]*\)$", re.IGNORECASE)
"""A remark that a rest does not count: `2 losses (odd one ignored)`."""
_FURTHER = re.compile(r"[,;:.]\s[^()]*(?=\)$|$)")
"""The remark after the first words of a unit: `Unit (friends behind, in contact. Not for a square)`."""
_PERCENT = re.compile(r"%|\bper\s?cent\b|\bin\b|\bof\b|[()]", re.IGNORECASE)
_MORE = re.compile(r"\bmore\b|\badvantage\b|\bsuperior", re.IGNORECASE)
"""Words of a percentage that compares, and may exceed 100."""
_LIMITED = re.compile(r"(?:min|max)\((.+), -?(\d+)\)")
"""The formula of an amount with a limit, as `Each.amount` writes it."""
_DIVIDED = re.compile(r"(-?)(?:(-?\d+) \* )?\(?(?:(\w+)|\((\w+) \+ \d+\)) // (\d+)\)?")
"""The formula of an amount that counts steps of a number, as `Each.amount` writes it."""
_MULTIPLIED = re.compile(r"(-?)(?:(-?\d+) \* )?([a-z_]\w*)()()")
"""The formula of an amount that counts each of a number."""
_HEAD = re.compile(
    r"(?P<noun>[^\W\d_]+)(?=$|\s+(?:\w+(?:ed|ing)|about|after|against|at|before|behind|beside|between|beyond|beaten|from|gone|has|in|it"
    r"|killed|left|less|lost|more|near|not|of|off|on|over|per|short|since|taken|that|this|to|touching|under|up|which|who|with"
    r"|within)\b)",
    re.IGNORECASE,
)
"""The noun of a unit: `unit` in `friendly unit within 6 inches`."""
_WITH_VERB = re.compile(r"\s+(?:has|is|does|(?:that|which|who)\s+(?:has|is|does))\b", re.IGNORECASE)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)\b", re.IGNORECASE)
_PLURALS = (
    ("men", "men"),
    ("man", "men"),
    ("foot", "feet"),
    ("s", "s"),
    ("x", "xes"),
    ("ch", "ches"),
    ("sh", "shes"),
)
"""Ends of nouns in the singular and the plural."""


def in_plural(unit: str) -> str:
    """Return a unit in the plural: `friendly units within 6 inches`; unchanged if its verb would not fit."""
    found = _HEAD.search(unit)
    if found is None or _ORDINAL.match(unit) or _WITH_VERB.match(unit[found.end() :]):
        return unit
    noun = found["noun"]
    if noun.casefold().endswith("ss"):
        several = f"{noun}es"
    elif re.search(r"[^aeiou]y$", noun, re.IGNORECASE):
        several = f"{noun[:-1]}ies"
    else:
        ends = next(((old, new) for old, new in _PLURALS if noun.casefold().endswith(old)), ("", "s"))
        several = noun.removesuffix(ends[0]) + ends[1]
    return f"{unit[: found.start()]}{several}{unit[found.end() :]}"


class Each(NamedTuple):
    """The things that a `for each` modifier counts."""

    unit: str
    """Its name, as in `base lost`."""
    step: int = 1
    """How many of them count once."""
    is_percent: bool = False
    rounds_up: bool = False
    """Whether the rest of a division counts once more; else it is dropped."""
    most: int = 0
    """Largest amount, without its sign; 0 for no limit."""
    is_share: bool = False
    """Whether it is a percentage of a whole, such as losses, which ends at 100."""

    @property
    def asked(self) -> str:
        """The label of a question for the number: the unit, without what follows a comma or a full stop."""
        words = _FURTHER.sub("", self.unit)
        words = words if self.step > 1 or self.is_percent else in_plural(words)
        return f"{words[:1].upper()}{words[1:]}{' in percent' if self.is_percent else ''}"

    @property
    def steps(self) -> str:
        """How the number is counted, in brackets; empty if each of them counts."""
        if self.step == 1:
            return ""
        return (
            f" (once for each {self.step} or part of {self.step})"
            if self.rounds_up
            else f" (once for each full {self.step})"
        )

    def amount(self, add: str, number: str) -> str:
        """Return the formula of the amount, given that of one step and the name of the number."""
        if self.step > 1:
            number = f"({number} + {self.step - 1})" if self.rounds_up else number
            number = f"{number} // {self.step}"
            number = number if add == "1" else f"({number})"
        total = {"1": number, "-1": f"-{number}"}.get(add, f"{add} * {number}")
        if not self.most:
            return total
        return f"max({total}, -{self.most})" if add.startswith("-") else f"min({total}, {self.most})"

    def counts(self, number: str) -> str:
        """Return the condition that the amount is not 0, given the name of the number."""
        if self.step == 1:
            return f"{number} != 0"
        return f"{number} >= {1 if self.rounds_up else self.step}"

    def is_beyond(self, most: str) -> bool:
        """Return whether a largest number, empty for any, is below one full step."""
        return bool(most) and not self.rounds_up and int(most) < self.step

    def fits(self, label: str) -> bool:
        """Return whether a label names the counted unit, singular or plural; a percentage as such."""
        if not self.is_percent:
            return is_same(self.unit, label)
        plain = _PERCENT.sub(" ", label.casefold()).split()
        return plain == self.unit.casefold().split() and plain != label.casefold().split()


class Steps(NamedTuple):
    """An amount that `Each.amount` has written, for a step or with a limit."""

    add: int
    """The amount of one step."""
    name: str
    """The name of the question for the number."""
    each: Each

    def words(self, label: str, amount: Callable[[int], str]) -> str:
        """Return the amount in words: `+1 for each full 25 of Losses, at most +3`; `label` is empty for no question.

        `amount` returns a number of points or columns in words.
        """
        step = "" if self.each.step == 1 else f" {'' if self.each.rounds_up else 'full '}{self.each.step}"
        part = f" or part of {self.each.step}" if self.each.rounds_up else ""
        of = f" of {label}" if label else ""
        most = f", at most {amount(self.each.most if self.add > 0 else -self.each.most)}"
        return f"{amount(self.add)} for each{step}{of}{part}{most if self.each.most else ''}"


def steps_of(formula: str) -> Steps | None:
    """Return what the formula of an amount counts in steps or up to a limit; None if it does neither."""
    limited = _LIMITED.fullmatch(formula)
    plain = limited[1] if limited else formula
    found = _DIVIDED.fullmatch(plain) or (_MULTIPLIED.fullmatch(plain) if limited else None)
    if found is None:
        return None
    minus, add, number, rounded, step = found.groups()
    each = Each("", int(step or 1), rounds_up=bool(rounded), most=int(limited[2]) if limited else 0)
    return Steps(int(f"{minus}{add or 1}"), number or rounded, each)


def each_of(label: str, most: int = 0) -> Each | None:
    """Return what a `for each` modifier counts, up to a limit; None if the label is not one. `most` is 0 for none."""
    later = _EACH_LATER.fullmatch(label)
    if found := _EACH.fullmatch(label):
        whole = found[1]
    elif later is not None:
        whole = later[2] or later[3]
    else:
        return None
    plain = _PART.sub("", _REST.sub("", whole))
    step = _STEP.fullmatch(plain)
    unit = re.sub(r'^["\u201d\u2033]\s*', "inches ", step[4]).strip() if step else ""
    if found is None and later is not None and unit.casefold() == "more":
        unit = later[1]
    if step is None or not int(step[1]) or not (unit or step[2]):
        return Each(whole, most=most)
    is_share = bool(step[2] and step[3]) and not _MORE.search(unit)
    is_rounded_up = _PART.search(_REST.sub("", whole)) is not None
    return Each(unit or "share", int(step[1]), bool(step[2]), is_rounded_up, most, is_share)
