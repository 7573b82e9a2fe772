"""Asks which question gives the row or the column of a chart; a new one asks for it in the words of the chart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.labels import alike, is_same, with_words_of
from companion.model import Chart
from companion.model.chart import band

_Band = tuple[int, int | None]
_LETTERED = re.compile(r"[^\W\d]+\.?\s+(\S.*)")
"""A key with its band after its letter or name: `A 1-4`."""


def key_question(draft: Draft, chart: Chart, what: str) -> str:
    """Return the formula for a row or column, from a question that fits or from a new one.

    It is not asked which one if no earlier question fits, or only one with the title of the rows or columns.
    """
    keys = chart.columns if what == "column" else chart.rows
    if len(keys) == 1:
        return f"'{keys[0]}'"
    titled = chart.columns_title if what == "column" else chart.rows_title
    title = titled or what.capitalize()
    bands = _bands(keys)
    fits = [
        Option(given["label"], formula)
        for given in draft.always_asked()
        if (formula := _formula(given, {key: chart.read(key) for key in keys}, bands))
    ]
    added = f"a new question: {title}"
    explains = (
        f"The answer selects the {what} of the chart. A new question offers exactly the {what}s of the chart."
    )
    same = [option for option in fits if is_same(option.label, title) or with_words_of(option.label, title)]
    numbers = {
        given["label"]
        for given in draft.inputs
        if given["kind"] == "number" and (titled or given["name"] in draft.dice_questions)
    }
    likely = same or [each for each in fits if each.label not in numbers or alike(each.label, title)]
    default = likely[0].label if len(likely) == 1 else None if likely else added
    if name := draft.choose(
        what,
        f"Which question gives the {what}",
        [Option(added, ""), *fits],
        default,
        explains=explains,
        is_asked=bool(fits) and len(same) != 1,
    ):
        return name
    if bands and (all(map(band, keys)) or (titled and not titled.casefold().startswith(what))):
        number = draft.add_input(title, "number", **_domain(bands))
        return _key_in(number, keys, bands)
    choices = [
        {"key": key, "label": words} if (words := chart.read(key)) != key else {"key": key} for key in keys
    ]
    return draft.add_input(title, "choice", choices=choices)


def _bands(keys: Sequence[str]) -> list[_Band]:
    """Return the bands of all keys; of keys with letters before, such as A 1-4, only if none is left out between.

    Empty if there are none.
    """
    plain = [each for key in keys if (each := band(key))]
    if len(plain) == len(keys):
        return plain
    lettered = [each for key in keys if (found := _LETTERED.fullmatch(key)) and (each := band(found[1]))]
    follow = all(high is not None and low == high + 1 for (_, high), (low, _) in pairwise(lettered))
    return lettered if follow and len(lettered) == len(keys) and not any("'" in key for key in keys) else []


def _domain(bands: Sequence[_Band]) -> dict[str, str]:
    """Return the smallest and, if there is one, the largest number in the bands."""
    highest = [high for _, high in bands if high is not None]
    most = {"most": str(max(highest))} if len(highest) == len(bands) else {}
    return {"least": str(max(min(low for low, _ in bands), 0)), **most}


def _formula(given: dict[str, Any], words: Mapping[str, str], bands: Sequence[_Band]) -> str:
    """Return the formula of the row or column that the answer to a question gives; empty if it gives none.

    `words` are those of the keys, by key.
    """
    keys = tuple(words)
    if given["kind"] == "choice":
        return _key_of(given, words)
    if given["kind"] != "number" or not bands:
        return ""
    highest = bands[-1][1]
    is_within = int(given["least"]) >= bands[0][0] and (
        highest is None or ("most" in given and int(given["most"]) <= highest)
    )
    return _key_in(given["name"], keys, bands) if all(map(band, keys)) or is_within else ""


def _key_in(number: str, keys: Sequence[str], bands: Sequence[_Band]) -> str:
    """Return the formula of the key in whose band the number is: the number itself if all keys are bands."""
    if all(map(band, keys)):
        return number
    cases = [f"'{key}' if {number} <= {high} else" for key, (_, high) in zip(keys, bands, strict=True)]
    return " ".join([*cases[:-1], f"'{keys[-1]}'"])


def _key_of(given: dict[str, Any], keys: Mapping[str, str]) -> str:
    """Return the formula of the one of `keys`, or of its words, that each answer is or begins; else empty."""
    choices = [
        (choice["key"], str(choice.get("label", choice["key"])).casefold()) for choice in given["choices"]
    ]
    if {key for key, _ in choices} <= set(keys):
        return str(given["name"])
    found: list[tuple[str, str]] = []
    for name, label in choices:
        named = [key for key, words in keys.items() if label in (key.casefold(), words.casefold())]
        named = named or [key for key, words in keys.items() if words.casefold().startswith(f"{label} ")]
        if len(named) != 1 or "'" in named[0]:
            return ""
        found.append((name, named[0]))
    cases = "".join(f"'{key}' if {given['name']} == '{name}' else " for name, key in found[:-1])
    return f"{cases}'{found[-1][1]}'"
