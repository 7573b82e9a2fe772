"""Natural rolls of both sides that decide together: `If one die is a natural 6 and the other a natural 1`."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.cli.authoring.printed.numbers import ANY_NUMBER, number_in

_SHOWS = r"(?:(?:is|rolls|scores|shows|throws)\s+)?(?:an?\s+)?"
_ONE = rf"\bone\s+(?:die|player|side|unit)\s+{_SHOWS}(?:natural|unmodified)\s+(?P<one>{ANY_NUMBER})\b"
_OTHER = rf"[^.;]{{0,12}}\bthe\s+other\s+{_SHOWS}(?:natural|unmodified)\s+(?P<other>{ANY_NUMBER})\b"
_PRINTED = re.compile(
    rf"{_ONE}{_OTHER}(?P<rest>[^.;]*?\b(?:(?:adds?|gains|gets)\s+(?P<more>{ANY_NUMBER})\b|(?:wins?|has\s+won|have\s+won)\s+by\s+(?:at\s+least\s+)?"
    rf"(?P<lead>{ANY_NUMBER})\b|(?:loses?|(?:has|have)\s+lost)\s+by\s+(?:at\s+least\s+)?(?P<behind>{ANY_NUMBER})\b)[^.;]*)?",
    re.IGNORECASE,
)
_TYPED = re.compile(
    r"(\d{1,2})\s+(?:against|to|v|vs)\s+(\d{1,2})\s*[:,]?\s+(?:\+\s?(?P<more>\d{1,2})|wins\s+by\s+(?P<exactly>exactly\s+)?(?P<lead>\d{1,2}))",
    re.IGNORECASE,
)
_EXACTLY = re.compile(
    r"\b(?:exactly|no\s+more\s+(?:and|nor|or)\s+no\s+less|neither\s+more\s+nor\s+less|whatever\s+the\s+totals?"
    r"|(?:do\s+not|don['\u2019]t|never)\s+(?:bother\s+to\s+)?(?:add|work|total)\b)",
    re.IGNORECASE,
)
"""Words of a rule in which the totals do not matter then."""
_AT_LEAST = re.compile(r"\bat\s+least\b", re.IGNORECASE)


class NaturalPair(NamedTuple):
    """A natural roll of one side that has an advantage over one of the other side."""

    high: int
    low: int
    """The rolls of the side with the advantage, and of the other side."""
    more: int = 0
    """Amount that the side adds to its total."""
    lead: int = 0
    """The number by which it wins at least, if it adds nothing else."""
    is_exact: bool = False
    """Whether it wins by this number whatever the totals."""

    @property
    def words(self) -> str:
        """The pair as an author types it: `6 against 1: +2`."""
        lead = f"wins by {'exactly ' if self.is_exact else ''}{self.lead}"
        return f"{self.high} against {self.low}: {f'+{self.more}' if self.more else lead}"


def natural_pair(sentence: str) -> NaturalPair | None:
    """Return the pair of natural rolls that a sentence gives an advantage; None without one."""
    found = _PRINTED.search(sentence)
    if found is None or not found["rest"]:
        return None
    one, other = number_in(found["one"]), number_in(found["other"])
    is_exact = _EXACTLY.search(sentence) is not None and not _AT_LEAST.search(sentence)
    if found["behind"]:
        return NaturalPair(other, one, lead=number_in(found["behind"]), is_exact=is_exact)
    more, lead = (number_in(found[name] or "0") for name in ("more", "lead"))
    return NaturalPair(one, other, more, lead, is_exact and not more)


def names_pair(sentence: str) -> bool:
    """Return whether a sentence is about natural rolls of both sides, so that its amounts are no modifiers."""
    return _PRINTED.search(sentence) is not None


def typed_pair(text: str) -> NaturalPair | None:
    """Return a typed pair: `6 against 1: +2`, `6 against 1: wins by exactly 3`; None for any other text."""
    found = _TYPED.fullmatch(text.strip())
    if found is None:
        return None
    more, lead = int(found["more"] or 0), int(found["lead"] or 0)
    pair = NaturalPair(int(found[1]), int(found[2]), more, lead, found["exactly"] is not None)
    return pair if pair.more or pair.lead else None
