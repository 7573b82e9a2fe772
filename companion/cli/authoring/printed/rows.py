"""Reads the rows of a table of modifiers: `Disordered / Shaken`, `-1 / -2`; `+1 for each unit, at most +2`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from companion.cli.authoring.printed.amounts import limits_in_figures
from companion.cli.authoring.printed.modifiers import without_limit
from companion.cli.authoring.printed.points import PointModifier

_SIGNED = re.compile(r"[+\-\u2212\u2013]\s?\d{1,3}")
"""An amount: `+1`."""
_COLUMNS = re.compile(r"\d{1,2}\s*(?:columns?\s+)?(?:to\s+the\s+)?(?:left|right|l|r)", re.IGNORECASE)
"""A number of columns: `1 right`."""
_IN_WORDS = re.compile(r"[+\-\u2212\u2013]\s?[^\W\d].*")
"""An amount in words: `+ his rating`."""
_MORE = re.compile(r"([+\-\u2212\u2013]\s?\d{1,3})\s+more", re.IGNORECASE)
"""An amount in addition to that of another row: `+1 more`."""
_FOR_EACH = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3})\s+(?:for\s+)?(?:each|every|per)\s+(\S.*)", re.IGNORECASE
)
"""An amount for each of something: `+1 for each unit`."""
_EACH = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3})\s+(?:each|apiece)"
    r"(?:,?\s+(?:(?:at\s+most|max(?:imum)?|up\s+to)\s+[+\-\u2212\u2013]?(?P<most>\d{1,2})|[+\-\u2212\u2013]?(?P<first>\d{1,2})\s+at\s+most))?",
    re.IGNORECASE,
)
"""An amount that counts several times: `+1 each` for `Friend near`, `-1 each, -3 at most`."""
_AMOUNT_IN_LABEL = re.compile(
    r"(?:^|,\s+(?:and\s+)?|\s+and\s+)([^,]+?)\s+([+\-\u2212\u2013]\s?\d{1,3})(?=\s*(?:,|and\b|\(|$))"
)
"""A modifier with its amount, among several in a label: `Disordered -1, and Worn -1`."""
_CASE = re.compile(r"([^\W\d][^+,;]*?)\s+([+\-\u2212\u2013]\s?\d{1,3})")
"""An amount for one of several cases: `foot +1` of `foot +1, horse +2`."""
_OR_ANOTHER = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3})\s*\(([^\W\d][^()]*?)[:,]?\s+([+\-\u2212\u2013]\s?\d{1,3})\)"
)
"""An amount with another one for a part of the cases: `+1 (the King in person: +2)`."""
_OTHER_IN_LABEL = re.compile(
    r"(\S.*?)\s*\((?!(?:at\s+(?:most|least)|limit\w*|max\w*|min\w*|never|not|to\s+an?|up\s+to)\b)"
    r"([^\W\d][^()]*?)[:,]?\s+([+\-\u2212\u2013]\s?\d{1,3})(?:\s+instead)?\)",
    re.IGNORECASE,
)
"""A label with the amount of another case: `General near (with them: +2 instead)`, `Charging (horse +2)`."""
_EACH_IN_LABEL = re.compile(r"([^:]+):\s+(\S.*)")
_OF_CASE = re.compile(r"(\S.*?)\s+([+\-\u2212\u2013]?\s?\d{1,2})")
"""A label with the amounts of its cases: `Grade: Raw -1, Old +1`."""
_LIMITED = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3}),?\s+\(?(?:up\s+to|at\s+most|to\s+a\s+maximum\s+of)\s+[+\-\u2212\u2013]?(\d{1,3})\)?",
    re.IGNORECASE,
)
"""An amount with its limit: `+1, up to +2` for `Each base more`."""
_TWO = re.compile(rf"{_SIGNED.pattern}\s*\({_SIGNED.pattern}\)")
_BRACKETS = re.compile(r"(\S.*?)\s*\(([^()]+)\)")
"""A label or an amount with another one for a part of the cases: `Charging (lancers)` and `+1 (+2)`."""
_REMARK = re.compile(r"\s*\([^()]*\)\s*$")
"""A remark at the end of a row: `Disordered / Shaken (not both)`."""
_CASES = re.compile(r"(\S.*?)\s*\(([^()]*/[^()]*)\)")
"""A label with its cases in brackets: `Charging (foot / horse)`."""
_CONTINUES = re.compile(
    r"(?:\u2026|\.\.\.)\s*(?:(?:but|or|and)\s+)?|[\-\u2013\u2014]?\s*\b(?:but|or|the\s+same,?)\s+",
    re.IGNORECASE,
)
"""The beginning of a row that continues the one before: `... or twice as many`, `- but if it is a Jaeger`."""
_ONLY = re.compile(r"\s*\([^()]*\bonly\)\s*$", re.IGNORECASE)
"""A remark that limits all amounts of a row: `Heavy / light horse (first round only)`."""
_EACH_OF = re.compile(
    r"([^:]+?(?:,|\s(?:and|or)\s)[^:]+?)(?::|,)?\s+(?:for\s+)?each(?:\s+of\s+(?:the\s+two|them|these))?",
    re.IGNORECASE,
)
"""A label of several modifiers that count separately: `Shaken, Worn: for each`."""
_INSTEAD = re.compile(r",?\s*\(?instead\)?$", re.IGNORECASE)
"""The end of a row that counts in place of the one before: `Twice as many (instead)`."""
_RULE = re.compile(r"\s*\((?:see\s+)?\d+(?:\.\d+)+[a-z]?\)")
"""The number of another rule in a row, as in `First volley (4.6)`."""
_ROLES = frozenset({"attacker", "charger", "defender", "enemy", "firer", "shooter", "target", "unit"})
"""Words at the beginning of a label that say who has the state after them: `Target Worn / Spent`."""
_PLACES = frozenset({"at", "behind", "beyond", "in", "near", "on", "under", "within"})
_NEGATIONS = frozenset({"not"})
"""Words that begin another case of the same label."""
_STEP = re.compile(r"(?P<number>\d{1,2})\s+(?:(?P<up>higher|more)|less|lower)", re.IGNORECASE)
"""A number that goes up or down: `1 higher`."""
_DASH = re.compile(r"[\-\u2212\u2013\u2014]")


def read_rows(
    rows: Sequence[list[str]], columns: Sequence[int], column: int
) -> tuple[list[PointModifier], list[str]]:
    """Return the modifiers in a column of a table, and the rows that are not understood.

    `columns` are all that have amounts. A dash is no amount.
    """
    labelled = _labelled(rows, columns, column)
    read = [
        PointModifier(_INSTEAD.sub("", label), amount, _INSTEAD.search(label) is not None)
        for label, amount in labelled
        if label and _is_read(amount)
    ]
    not_read = [f"{label}: {amount or '-'}" for label, amount in labelled if not (label and _is_read(amount))]
    return read, not_read


def _labelled(rows: Sequence[list[str]], columns: Sequence[int], column: int) -> list[tuple[str, str]]:
    """Return the labels of the modifiers in a column, with their amounts as printed.

    A row that continues the one before has its words as well, and counts in its place.
    """
    labelled: list[tuple[str, str]] = []
    before = ""
    for row in rows:
        printed, label = row[column].strip(), _label(row, columns)
        amount = _INSTEAD.sub("", printed)
        continued = _CONTINUES.match(label) if before else None
        if continued:
            label = f"{before}, {label[continued.end() :]}"
        else:
            before = _REMARK.sub("", label)
        if not _DASH.fullmatch(amount):
            is_other = bool(continued) or amount != printed
            parts = _parts(label, amount)
            labelled += [(f"{part} (instead)" if is_other else part, each) for part, each in parts]
    return labelled


def signed_step(cell: str) -> str:
    """Return a number that goes up or down as an amount, `-1` for `1 lower`; any other cell unchanged."""
    step = _STEP.fullmatch(cell.strip())
    return f"{'+' if step['up'] else '-'}{step['number']}" if step else cell


def has_columns(amount: str) -> bool:
    """Return whether an amount is a number of columns: `1 right`."""
    return _COLUMNS.fullmatch(amount) is not None


def exclusive(modifiers: Sequence[PointModifier]) -> tuple[tuple[str, ...], ...]:
    """Return the labels of modifiers that replace each other, in groups."""
    groups: list[list[str]] = []
    for before, modifier in pairwise(modifiers):
        if modifier.is_other and groups and groups[-1][-1] == before.label:
            groups[-1].append(modifier.label)
        elif modifier.is_other:
            groups.append([before.label, modifier.label])
    return tuple(map(tuple, groups))


def is_amount(amount: str) -> bool:
    """Return whether a cell is one amount, perhaps with a limit or another in brackets, or several."""
    plain = _LIMITED.sub(r"\1", _INSTEAD.sub("", amount.strip()))
    if _OR_ANOTHER.fullmatch(plain) or _TWO.fullmatch(plain):
        return True
    return _EACH.fullmatch(plain) is not None or all(
        part == "0"
        or any(pattern.fullmatch(part) for pattern in (_SIGNED, _COLUMNS, _MORE, _FOR_EACH, _EACH, _CASE))
        for part in re.split(r"\s*[/,;]\s*", plain)
    )


def _parts(label: str, amount: str) -> list[tuple[str, str]]:
    """Return the modifiers of a row with their amounts: two for `Disordered / Shaken` and `-1 / -2`.

    `+1 for each unit, to a maximum of +2` becomes part of the modifier: `Each unit: Friends near (at most +2)`. Of
    `Charging (lancers)` and `+1 (+2)`, the second counts in place of the first.
    """
    if listed := _listed_cases(label, amount):
        return listed
    if (other := _OTHER_IN_LABEL.fullmatch(label)) and _SIGNED.fullmatch(amount):
        return [(other[1], amount), (f"{other[1]}, {other[2]} (instead)", other[3])]
    if (separate := _EACH_OF.fullmatch(label)) and _SIGNED.fullmatch(amount):
        names = re.split(r",\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+", separate[1])
        return [(f"{name[:1].upper()}{name[1:]}", amount) for name in names if name]
    amounts, labels = re.split(r"\s*/\s*", amount), re.split(r"\s*/\s*", _REMARK.sub("", label))
    if len(amounts) > len(labels) == 1 and (split := _CASES.fullmatch(label)):
        labels = [f"{split[1]}: {case}" for case in re.split(r"\s*/\s*", split[2])]
    if len(amounts) == len(labels) > 1 and all(_SIGNED.fullmatch(each) or each == "0" for each in amounts):
        only = _ONLY.search(label)
        pairs = zip(map(partial(_whole, labels[0]), labels), amounts, strict=True)
        return [(f"{whole}{only[0] if only else ''}", each) for whole, each in pairs if each != "0"]
    label_in, amount_in = _BRACKETS.fullmatch(label), _BRACKETS.fullmatch(amount)
    if label_in and amount_in and _SIGNED.fullmatch(amount_in[1]) and _SIGNED.fullmatch(amount_in[2]):
        return [(label_in[1], amount_in[1]), (f"{label_in[1]}, {label_in[2]} (instead)", amount_in[2])]
    if found := _OR_ANOTHER.fullmatch(amount):
        return [(label, found[1]), (f"{_REMARK.sub('', label)}, {found[2]} (instead)", found[3])]
    cases = [_CASE.fullmatch(each) for each in re.split(r"\s*[,;]\s*", amount)]
    if all(cases):
        return [(f"{label}: {each[1]}", each[2]) for each in cases if each]
    limited = _LIMITED.fullmatch(amount)
    if limited and re.match(r"(?:for\s+)?(?:each|every)\b", label, re.IGNORECASE):
        return [(f"{label} (at most {limited[2]})", limited[1])]
    if each := _EACH.fullmatch(amount):
        if len(several := _AMOUNT_IN_LABEL.findall(label)) > 1:
            return [(name.strip(), value) for name, value in several]
        begins = re.match(r"(?:for\s+)?(?:each|every)\b", label, re.IGNORECASE)
        most = each["most"] or each["first"]
        limit = f" (at most {most})" if most else ""
        return [(f"{label if begins else f'Each {label[:1].lower()}{label[1:]}'}{limit}", each[1])]
    if more := _MORE.fullmatch(amount):
        return [(label, more[1])]
    plain, most = without_limit(amount)
    if each := _FOR_EACH.fullmatch(plain):
        limit = f" (at most {most})" if most else ""
        return [(f"Each {each[2]} ({label}){limit}", each[1])]
    return [(label, amount)]


def _listed_cases(label: str, amount: str) -> list[tuple[str, str]]:
    """Return the cases that a label lists with their amounts, of which one counts, without those of 0.

    None if its own amount is no word.
    """
    found = _EACH_IN_LABEL.fullmatch(label) if re.fullmatch(r"[^\W\d][^\d]*", amount) else None
    cases = [_OF_CASE.fullmatch(each) for each in re.split(r",\s+(?:and\s+)?", found[2])] if found else []
    if found is None or len(cases) < 2 or not all(cases):
        return []
    pairs = [(case[1], case[2].replace(" ", "")) for case in cases if case]
    counted = [(name, number) for name, number in pairs if number.strip("+-\u2212\u2013") != "0"]
    return [
        (
            f"{found[1]}: {name}{' (instead)' if place else ''}",
            number if number[0] in "+-\u2212\u2013" else f"+{number}",
        )
        for place, (name, number) in enumerate(counted)
    ]


def _whole(first: str, label: str) -> str:
    """Return a label with the words that the first in its row has: `Firer is Spent` in `Firer is Worn / Spent`.

    Words before a colon belong to all labels. Any other label of several words, or in small letters, stays as it is.
    What it replaces may have several words with capitals: `Firer is Raw` in `Firer is Old Hands / Raw`; or it begins
    with the same kind of word: `Attacked while in cover` in `Attacked while on high ground / in cover`.
    """
    head, colon, _ = first.rpartition(": ")
    if colon and label != first and ": " not in label:
        return f"{head}: {label}"
    words = first.split()
    kind = next((each for each in (_PLACES, _NEGATIONS) if label.split()[0].casefold() in each), frozenset())
    place = next((number for number, word in enumerate(words) if number and word.casefold() in kind), 0)
    if kind is _NEGATIONS and len(label.split()) > 1:
        place = next(
            (number for number, word in enumerate(words) if number and word in re.findall(r"\w+", label)), 0
        )
    if place and label != first:
        return " ".join([*words[:place], label])
    shared = words[:-1]
    while shared and shared[-1][:1].isupper() and shared[-1].casefold() not in _ROLES:
        del shared[-1]
    return label if " " in label or not label[:1].isupper() or label == first else " ".join([*shared, label])


def _is_read(amount: str) -> bool:
    """Return whether a cell is an amount, or one in words."""
    return any(pattern.fullmatch(amount) for pattern in (_SIGNED, _COLUMNS, _IN_WORDS))


def _label(row: list[str], amounts: Sequence[int]) -> str:
    """Return the words of a row without its amounts and the numbers of other rules."""
    words = [cell for column, cell in enumerate(row) if column not in amounts and cell]
    return limits_in_figures(_RULE.sub("", ", ".join(words)).strip())
