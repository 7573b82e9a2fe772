"""Asks for several labels of a numbered list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.calculator.conditions import Term, read_terms
from companion.cli.authoring.calculator.draft import Draft
from companion.errors import Refused

_NONE = "none"


def ask_labels(
    draft: Draft,
    name: str,
    says: str,
    labels: Sequence[str],
    default: Sequence[str] = (),
    explains: str = "",
    shown: Sequence[str] = (),
) -> list[str]:
    """Ask for some of the labels, by number or in words, and return them; none if the answer is none.

    `shown` are the texts of the labels in the list, if they differ.
    """
    every = (_NONE, *labels)
    numbered = "; ".join(f"{number} {text}" for number, text in enumerate((_NONE, *(shown or labels)), 1))

    def listed(text: str) -> list[Term]:
        several = ", ".join(text.split()) if re.fullmatch(r"\d+(\s+\d+)+", text.strip()) else text
        terms = [term for terms in read_terms(several, every, every[:1]) for term in terms]
        if any(term.is_not for term in terms):
            raise Refused("name those that it concerns, as in 2 3")
        return terms

    typed = draft.need(
        name,
        f"{says} (or several, as in 2 3): {numbered}",
        default=" or ".join(default) or _NONE,
        check=lambda text: " or ".join(term.label for term in listed(text)),
        lists=True,
        explains=explains,
    )
    return [term.label for term in listed(typed) if term.label != _NONE]
