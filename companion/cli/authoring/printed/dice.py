"""Reads how many dice each kind of unit rolls: `Foot in line: one die for every 3 figures`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.cli.authoring.printed.each import Each, each_of
from companion.cli.authoring.printed.numbers import ANY_NUMBER, NUMBERS, number_in
from companion.cli.authoring.printed.points import modifiers_of
from companion.cli.authoring.printed.rules import own_text, sentences_of
from companion.model import Entry, GameModule
from companion.render.text import table_cells, unlinked

_COUNT = re.compile(
    rf"(?:(?P<none>none|no\s+dice|-|\u2013)|(?P<number>{ANY_NUMBER}|an?)(?P<dice>\s+(?:die|dice|\d?d\d+))?"
    rf"(?P<each>\s+(?:(?:for|per)\s+(?:each\s+|every\s+|an?\s+)?|an?\s+)[^;.,(]+?)?)(?P<rest>(?:\s*[;.,(]|\s+(?:whatever|however|but|in\s+all)\b).*)?",
    re.IGNORECASE,
)
"""How many dice: `one for each two stands; an odd stand counts`, `3 dice`, `none`."""
_INLINE = re.compile(
    r"[^.:;]*\b(?:dice|\d*d\d+s)\b[^.:;]*\b(?:by|for|of)\s+(?:its\s+|their\s+|the\s+)?(?P<title>[^\W\d]+)[^.:;]*:\s*(?P<list>[^.:;]+)",
    re.IGNORECASE,
)
"""A sentence with the dice of each kind: `Throw a number of dice by grade: Guard 5, Old 4`."""
_DICE_IF = re.compile(
    rf"(?:^|,\s+)(?i:(?:take|throw|roll)(?:\s+up)?\s+)?(?:and\s+|or\s+)?({ANY_NUMBER})\s+(?:di(?:e|ce)\s+)?if\s+(?:it\s+is\s+)?([A-Z][^,.;]*)"
)
"""A number of dice with its kind of unit, one of several: `4 dice if Choice, 3 if Steady`."""
_FOR_EACH_HEAD = re.compile(
    r"\bdice\b.*?\b(?:per|an?|for\s+(?:each|every))\s+(?P<unit>[^\W\d]+)", re.IGNORECASE
)
"""The head of a column of numbers that something multiplies: `Dice per base`."""
_IN_CASE = re.compile(rf"({ANY_NUMBER})\s+(?:at\s+|if\s+)?([^\W\d][^,;]*)", re.IGNORECASE)
"""A number in a cell with several, each in its case: `3 close` of `3 close, 2 long`."""
_PAIR = re.compile(rf"([^\W\d][^,]*?)\s+({ANY_NUMBER})", re.IGNORECASE)
_THROWS = re.compile(
    rf"(?P<label>[^,;:.]{{3,60}}?)\s+(?:each\s+)?(?:throws?|rolls?|has|have|gets?|takes?|uses?)\s+(?P<count>(?:{ANY_NUMBER}|an?)\s+di(?:e|ce)\b.*)",
    re.IGNORECASE,
)
"""A sentence about one kind: `A column or a square throws 2 dice`."""
_ANYONE = re.compile(
    r"(?:an?|both|each|every|the|your?)?\s*(?:it|one|opponents?|players?|sides?|that|they|this|units?|which|you)",
    re.IGNORECASE,
)
"""Words for no certain kind of unit."""
_ARTICLE = re.compile(r"(?:^|(?<=\band\s)|(?<=\bor\s))(?:an?|the)\s+", re.IGNORECASE)
_OTHER_CASE = re.compile(
    rf"(?P<before>.*?),?\s+(?:but|or)\s+(?P<number>{ANY_NUMBER})(?:\s+di(?:e|ce))?"
    r"(?P<each>\s+(?:for\s+each|for\s+every|per|an?)\s+[^\W\d]+)?\s+(?P<case>(?:against|at|if|in|when|while|with|within)\s.+)",
    re.IGNORECASE,
)
"""Another number of dice for the same kind: `2 dice a section, but 3 dice a section with canister`."""
_IN_EACH_CASE = re.compile(
    rf"(?P<number>{ANY_NUMBER})(?:\s+di(?:e|ce))?(?P<each>\s+(?:for\s+each|for\s+every|per)\s+[^\W\d]+)?"
    r"\s+(?P<case>(?:against|at|in|on|when|with|within)\s.+)",
    re.IGNORECASE,
)
"""A number of dice in one of several cases: `four dice per gun with canister`."""
_ELSEWHERE = re.compile(
    r"\b(?:dice|d\d+)\b[^.;]*?\b(?:by|for|of)\s+(?:its|the|their)\s+\w+\s*\((?:see\s+)?(?P<rule>\d+(?:\.\d+)*)\)",
    re.IGNORECASE,
)
"""A sentence about dice that another rule lists."""
_FIXED = re.compile(
    rf"(?:(?P<who>\w+)\s+)?\b(?:rolls?|throws?)\s+(?P<number>{ANY_NUMBER})\s*(?:dice\b|d\d+s?\b)(?=\s*(?:[.,;:(]|$|and\b))",
    re.IGNORECASE,
)
"""A number of dice without a case: `Roll 4 dice, and count each 5 or 6`."""
_NO_CASE = re.compile(r"(?:in\s+all\b|whatever|however|regardless|no\s+matter)\b", re.IGNORECASE)
"""Words for a number that nothing changes: `2 dice, however big it is`."""
_LONGEST_LABEL = 64
UNIT = "Unit"
"""Name of the kinds of unit if the rule has none for them."""
_NUMBERS = {
    **{word: str(number) for word, number in NUMBERS.items()},
    **dict.fromkeys(("none", "-", "\u2013"), "0"),
}
_ODD = re.compile(
    r"\bodd\b[^.;]*\bcounts?\b(?!\s+(?:nothing|none|for\s+nothing))|\bround(?:ed|ing)\s+up\b", re.IGNORECASE
)
"""Words for a rest that counts as a whole: `an odd stand counts as two`."""
NEEDS = re.compile(
    r"(?!.*\b(?:(?:how\s+many|number\s+of)\s+dice|dice\s*(?:,|&|and))).*(?:\bneed(?:s|ed)?\b|\bto\s+hit\b)",
    re.IGNORECASE,
)
"""The title of a rule about the number that a die needs, and not about how many are thrown."""
_REMARK = re.compile(r"(?<=\S)\s*\([^()]*\)$")
"""A remark after a number in a cell: `4 (to 5")`."""
_STEP = re.compile(rf"\b({'|'.join(NUMBERS)})\b", re.IGNORECASE)
_DICE = re.compile(r"\bdi(?:c)?e\b", re.IGNORECASE)


class _Kind(NamedTuple):
    """The dice of one kind of unit."""

    label: str
    number: int
    each: Each | None
    """The things that are counted; None for a fixed number."""
    rest: str
    """Further words of the rule; empty for none."""

    @property
    def words(self) -> str:
        """The kind with its dice: `Line 1 for each stand`."""
        step = f"{self.each.step} " if self.each and self.each.step > 1 else ""
        up = " rounded up" if self.each and self.each.rounds_up else ""
        return f"{self.label} {self.number}{f' for each {step}{self.each.unit}{up}' if self.each else ''}"


class DiceList(NamedTuple):
    """The dice of all kinds of unit, as a rule lists them."""

    cite: str
    title: str
    """Name of the kinds of unit."""
    kinds: tuple[_Kind, ...]
    unread: tuple[str, ...]
    """Further texts of the rule about dice."""
    read: tuple[str, ...] = ()
    """Points of the rule that are read as kinds."""

    @property
    def words(self) -> list[str]:
        """The kinds with their dice."""
        return [kind.words for kind in self.kinds]


class DiceTable(NamedTuple):
    """The dice of all kinds of unit in several cases, such as ranges."""

    cite: str
    title: str
    """Name of the kinds of unit."""
    cases: tuple[str, ...]
    numbers: dict[str, list[int]]
    """The numbers of dice in each case, by kind of unit."""
    has_remarks: bool = False
    """Whether the table has remarks beside its numbers, such as distances."""

    @property
    def words(self) -> list[str]:
        """The kinds with their dice in all cases: `Foot battery 6 / 3`."""
        return [f"{label} {' / '.join(map(str, row))}" for label, row in self.numbers.items()]


def printed_dice(rules: Sequence[Entry], module: GameModule, title: str) -> list[DiceList | DiceTable]:
    """Return the dice that rules list for kinds of unit, for a calculator with this `title`.

    A rule may name another one of the game with the list: `Take the dice for its grade (2)`.
    """
    found = (_listed(entry) or _tabled(entry) or _named(entry, module, title) for entry in rules)
    return [each for each in found if each]


def _listed(entry: Entry) -> DiceList | None:
    """Return the dice that a rule lists for kinds of unit, in a column of a table or in its points; else None.

    A rule about what a die needs lists other numbers.
    """
    if NEEDS.match(entry.title):
        return None
    for point in entry.points:
        lines = (
            [line for line in table_cells(unlinked(point.text)) if any(line)] if point.kind == "table" else []
        )
        if kinds := _in_column(entry, lines):
            return _list(entry, lines[0][0] or UNIT, kinds, [])
    texts = [each for point in entry.points if point.kind != "table" for each in sentences_of(point)]
    read = {text: _kinds(text) for text in texts}
    if inline := _in_sentence(entry, texts):
        return inline
    found = [kind for kinds in read.values() for kind in kinds]
    unread = [
        text
        for text, kinds in read.items()
        if not kinds and re.search(r":\s*\S", text) and _DICE.search(text) and not modifiers_of(text)[0]
    ]
    listed = _list(entry, UNIT, found, unread)
    return listed._replace(read=tuple(text for text in texts if read[text])) if len(found) > 1 else None


def _in_column(entry: Entry, lines: Sequence[Sequence[str]]) -> list[_Kind]:
    """Return the dice in the second of two columns, or in the only one with the word dice above; empty without any."""
    heads = lines[0] if lines else []
    places = [place for place, head in enumerate(heads) if place and _DICE.search(head)]
    if len(heads) == 2 and _DICE.search(entry.title):
        places = [1]
    if len(places) != 1 or any(row[0][:1].isdecimal() for row in lines[1:]):
        return []
    head = _FOR_EACH_HEAD.search(heads[places[0]])
    each = f" for each {head['unit']}" if head else ""
    kinds: list[_Kind | None] = []
    for row in lines[1:]:
        cases = [_IN_CASE.fullmatch(part.strip()) for part in row[places[0]].split(",")]
        if len(cases) > 1 and all(cases):
            several = [case for case in cases if case]
            kinds += [_kind(f"{row[0]} {case[2]}", f"{case[1]}{each}", has_dice=True) for case in several]
        else:
            number = row[places[0]]
            kinds.append(_kind(row[0], f"{number}{each if number.isdecimal() else ''}", has_dice=True))
    return [kind for kind in kinds if kind] if len(kinds) > 1 and all(kinds) else []


def _in_sentence(entry: Entry, texts: Sequence[str]) -> DiceList | None:
    """Return the dice that a sentence lists: `Throw dice by grade: Guard 5, Old 4, Line 3.`; None without one."""
    for text in texts:
        if len(parts := _DICE_IF.findall(text)) > 1 and len(parts) == len(re.findall(r"\bif\b", text)):
            kinds = [_Kind(label.strip(), number_in(number), None, "") for number, label in parts]
            rest = _DICE_IF.sub("", text).strip(" ,")
            return _list(entry, UNIT, kinds, [])._replace(read=(text.removesuffix(rest),))
        if found := _INLINE.search(text):
            pairs = [_PAIR.fullmatch(each) for each in re.split(r",\s*|\s+and\s+", found["list"])]
            kinds = [_Kind(each[1], number_in(each[2]), None, "") for each in pairs if each]
            if len(kinds) == len(pairs) > 1:
                title = found["title"]
                return _list(entry, title[:1].upper() + title[1:], kinds, [])._replace(read=(found[0],))
    return None


def _named(entry: Entry, module: GameModule, title: str) -> DiceList | None:
    """Return the dice that another rule lists for a sentence such as `Take the dice for its grade (2)`; else None."""
    for sentence in (each for point in entry.points if point.kind != "table" for each in sentences_of(point)):
        found = _ELSEWHERE.search(sentence)
        other = next((each for each in module.entries if found and found["rule"] in each.cites), None)
        for lines in (
            (table_cells(unlinked(each.text)) for each in other.points if each.kind == "table")
            if other
            else ()
        ):
            columns = [
                place
                for place, head in enumerate(lines[0])
                if place
                and all(len(row) > place and row[place].isdecimal() for row in lines[1:])
                and (_DICE.search(head) or head.casefold() in (entry.title.casefold(), title.casefold()))
            ]
            if len(columns) == 1 and other:
                kinds = [_Kind(row[0], int(row[columns[0]]), None, "") for row in lines[1:]]
                return _list(other, lines[0][0] or UNIT, kinds, [])._replace(read=(sentence,))
    return None


def _list(entry: Entry, title: str, kinds: Sequence[_Kind], unread: Sequence[str]) -> DiceList:
    """Return the dice of the kinds; what the rule says besides is unread."""
    rests = [f"{kind.label}: {kind.rest}" for kind in kinds if kind.rest]
    return DiceList(entry.cites[0], title, tuple(kinds), (*rests, *unread))


def _tabled(entry: Entry) -> DiceTable | None:
    """Return the numbers of dice in a table with several columns; None if the rule has none, or is not about dice."""
    if not _DICE.search(f"{entry.title} {own_text(entry)}") or NEEDS.match(entry.title):
        return None
    for point in entry.points:
        lines = table_cells(unlinked(point.text)) if point.kind == "table" else []
        if len(lines) < 3 or len(lines[0]) < 3 or not all(lines[0][1:]):
            continue
        plain = [[row[0], *(_REMARK.sub("", cell) for cell in row[1:])] for row in lines[1:]]
        rows = {row[0]: [_NUMBERS.get(cell.casefold(), cell) for cell in row[1:]] for row in plain}
        if len(rows) == len(lines) - 1 and all(
            str(cell).isdecimal() for row in rows.values() for cell in row
        ):
            numbers = {label: [int(cell) for cell in row] for label, row in rows.items()}
            has_remarks = plain != [list(row) for row in lines[1:]]
            return DiceTable(entry.cites[0], lines[0][0] or UNIT, tuple(lines[0][1:]), numbers, has_remarks)
    return None


def _kinds(text: str) -> list[_Kind]:
    """Return the kinds of unit whose dice a sentence gives: `Guns: 2 dice a section, but 3 with canister`."""
    throws = _THROWS.fullmatch(text.strip().rstrip("."))
    if throws and not _ANYONE.fullmatch(throws["label"]):
        label, count = _ARTICLE.sub("", throws["label"]), throws["count"]
        label = f"{label[:1].upper()}{label[1:]}"
    else:
        label, _, count = text.strip().rstrip(".").partition(":")
    each_case = [_IN_EACH_CASE.fullmatch(part) for part in re.split(r",\s+(?:and\s+|or\s+)?", count)]
    if len(each_case) > 1 and all(each_case):
        found = [case for case in each_case if case]
        kinds = [
            _kind(_case(label, case["case"]), f"{case['number']} dice{case['each'] or ''}", has_dice=False)
            for case in found
        ]
        if all(kinds):
            return [kind for kind in kinds if kind]
    if other := _OTHER_CASE.fullmatch(count):
        usual = _kind(label, other["before"], has_dice=False)
        case = _case(label, other["case"])
        each = other["each"] or (f" for each {usual.each.unit}" if usual and usual.each else "")
        second = _kind(case, f"{other['number']} dice{each}", has_dice=False)
        if usual and second:
            return [usual, second]
    kind = _kind(label, count, has_dice=False)
    return [kind] if kind else []


def fixed_count(rules: Sequence[Entry]) -> int | None:
    """Return the number of dice that the rules state for everyone; None if they state none, or several."""
    sentences = (each for rule in rules for point in rule.points for each in sentences_of(point))
    found = {
        number_in(each["number"])
        for sentence in sentences
        for each in _FIXED.finditer(sentence)
        if not each["who"] or _ANYONE.fullmatch(each["who"])
    }
    return found.pop() if len(found) == 1 else None


def _case(label: str, case: str) -> str:
    """Return a kind of unit in a case, without what follows a comma if it is long: `Guns with canister`."""
    whole = f"{label} {case}"
    return whole if len(whole) <= _LONGEST_LABEL else whole.partition(",")[0]


def _kind(label: str, text: str, *, has_dice: bool) -> _Kind | None:
    """Return the dice of a kind of unit; None for another text. `has_dice` says that its numbers are dice."""
    found = _COUNT.fullmatch(text.strip().rstrip("."))
    if found is None or not label or not (has_dice or found["dice"] or found["none"]):
        return None
    if found["none"]:
        return _Kind(label, 0, None, "")
    number = 1 if found["number"].lower() in ("a", "an") else number_in(found["number"])
    counted = _STEP.sub(lambda word: str(NUMBERS[word[1].lower()]), (found["each"] or "").strip())
    counted = re.sub(r"^an?\s+", "for each ", counted, flags=re.IGNORECASE)
    each = (
        each_of(re.sub(r"^per\s+", "for each ", re.sub(r"^for\s+(?!each|every)", "for each ", counted)))
        if counted
        else None
    )
    rest = (found["rest"] or "").strip(" ;.,()")
    rest = "" if _NO_CASE.match(rest) else rest
    if each is not None and _ODD.search(rest):
        each, rest = each._replace(rounds_up=True), ""
    return _Kind(label, number, each, rest)
