"""Reads from the rules how many dice each kind of unit rolls: `Foot in line: one die for every 3 figures`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.conditions import any_of, is_mostly, is_same
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.each import Each, each_of
from companion.cli.authoring.calculator.questions import choices_of
from companion.cli.authoring.printed.amounts import NUMBERS
from companion.cli.authoring.printed.rules import own_text, sentences_of
from companion.model import Entry
from companion.render.text import table_cells, unlinked

_NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
_COUNT = re.compile(
    rf"(?:(?P<none>none|no\s+dice|-|\u2013)|(?P<number>{_NUMBER}|an?)(?P<dice>\s+(?:die|dice|\d?d\d+))?"
    rf"(?P<each>\s+(?:(?:for|per)\s+(?:each\s+|every\s+|an?\s+)?|an?\s+)[^;.,(]+?)?)(?P<rest>(?:\s*[;.,(]|\s+(?:whatever|however|but)\b).*)?",
    re.IGNORECASE,
)
"""How many dice: `one for each two stands; an odd stand counts`, `3 dice`, `none`."""
_INLINE = re.compile(
    r"[^.:;]*\bdice\b[^.:;]*\b(?:by|of)\s+(?:its\s+|their\s+|the\s+)?(?P<title>[^\W\d]+)[^.:;]*:\s*(?P<list>[^.:;]+)",
    re.IGNORECASE,
)
"""A sentence with the dice of each kind: `Throw a number of dice by grade: Guard 5, Old 4`."""
_PAIR = re.compile(rf"([^\W\d][^,]*?)\s+({_NUMBER})", re.IGNORECASE)
_THROWS = re.compile(
    rf"(?P<label>[^,;:.]{{3,60}}?)\s+(?:each\s+)?(?:throws?|rolls?|has|have|gets?|uses?)\s+(?P<count>(?:{_NUMBER}|an?)\s+di(?:e|ce)\b.*)",
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
    rf"(?P<before>.*?),?\s+(?:but|or)\s+(?P<number>{_NUMBER})(?:\s+di(?:e|ce))?"
    r"(?P<each>\s+(?:for\s+each|for\s+every|per|an?)\s+[^\W\d]+)?\s+(?P<case>(?:against|at|if|in|when|while|with|within)\s.+)",
    re.IGNORECASE,
)
"""Another number of dice for the same kind: `2 dice a section, but 3 dice a section with canister`."""
_ELSEWHERE = re.compile(
    r"\b(?:dice|d\d+)\b[^.;]*?\b(?:by|for|of)\s+(?:its|the|their)\s+\w+\s*\((?:see\s+)?(?P<rule>\d+(?:\.\d+)*)\)",
    re.IGNORECASE,
)
"""A sentence about dice that another rule lists."""
_NO_CASE = re.compile(r"(?:whatever|however|regardless|no\s+matter)\b", re.IGNORECASE)
"""Words for a number that nothing changes: `2 dice, however big it is`."""
_LONGEST_LABEL = 64
_UNIT = "Unit"
"""Name of the kinds of unit if the rule has none for them."""
_FIRE = re.compile(r"\b(?:fir(?:e|ing)|shoot\w*|volleys?|barrage)\b", re.IGNORECASE)
_RANGE = re.compile(
    r"\b(?:close|short|effective|medium|long|point[- ]blank|extreme|range|canister)\b", re.IGNORECASE
)
_NUMBERS = {
    **{word: str(number) for word, number in NUMBERS.items()},
    **dict.fromkeys(("none", "-", "\u2013"), "0"),
}
_ODD = re.compile(
    r"\bodd\b[^.;]*\bcounts?\b(?!\s+(?:nothing|none|for\s+nothing))|\bround(?:ed|ing)\s+up\b", re.IGNORECASE
)
"""Words for a rest that counts as a whole: `an odd stand counts as two`."""
_STEP = re.compile(rf"\b({'|'.join(NUMBERS)})\b", re.IGNORECASE)
_DICE = re.compile(r"\bdi(?:c)?e\b", re.IGNORECASE)
_EXPLAINS = (
    "yes asks the player for the kind of unit and for what is counted, as the rule lists them. no: you say what gives "
    "the number of dice."
)


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


class _DiceList(NamedTuple):
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


class _DiceTable(NamedTuple):
    """The dice of all kinds of unit in several cases, such as ranges."""

    cite: str
    title: str
    """Name of the kinds of unit."""
    cases: tuple[str, ...]
    numbers: dict[str, list[int]]
    """The numbers of dice in each case, by kind of unit."""

    @property
    def words(self) -> list[str]:
        """The kinds with their dice in all cases: `Foot battery 6 / 3`."""
        return [f"{label} {' / '.join(map(str, row))}" for label, row in self.numbers.items()]


def ask_listed(draft: Draft) -> str:
    """Ask whether the dice are those that a rule lists; return their formula, empty if not.

    Only in a terminal, if a single rule of the chapter lists them and no question asks yet for what it needs.
    """
    rules = draft.chapter
    found = [each for entry in rules if (each := _listed(entry) or _tabled(entry) or _named(draft, entry))]
    if not draft.interview.asks or len(found) != 1 or _is_asked(draft, found[0]):
        return ""
    (listed,) = found
    says = f"Are as many dice rolled as {listed.cite} lists ({'; '.join(listed.words)})?"
    if draft.need("count-listed", says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "no":
        return ""
    first = len(draft.inputs)
    formula = _formula_of_table(draft, listed) if isinstance(listed, _DiceTable) else _formula(draft, listed)
    for given in draft.inputs[first:]:
        given["cite"] = listed.cite
    return formula


def _is_asked(draft: Draft, listed: _DiceList | _DiceTable) -> bool:
    """Return whether a question asks for the kind of unit or for what is counted."""
    asked = {
        choice.get("label", choice["key"]).casefold()
        for given in draft.inputs
        for choice in given.get("choices", ())
    }
    if isinstance(listed, _DiceTable):
        return bool({label.casefold() for label in listed.numbers} & asked)
    labels = {kind.label.casefold() for kind in listed.kinds}
    counted = [kind.each.asked for kind in listed.kinds if kind.each]
    return bool(labels & asked) or any(
        is_mostly(each, number.label) for each in counted for number in draft.numbers()
    )


def _formula(draft: Draft, listed: _DiceList) -> str:
    """Add the questions for the kind of unit and for what is counted; return the formula of the number of dice."""
    draft.unread += listed.unread
    draft.sentences_read += listed.read
    is_fire = listed.title == _UNIT and _FIRE.search(draft.title)
    is_kind = _ask_kind(
        draft, "Firing unit" if is_fire else listed.title, [kind.label for kind in listed.kinds]
    )
    numbers: dict[str, str] = {}
    for number in (kind.each.asked for kind in listed.kinds if kind.each):
        same = next((label for label in numbers if is_same(label, number)), "")
        numbers[number] = numbers[same] if same else _ask_number(draft, listed, number, is_kind)
    formulas = [
        kind.each.amount(str(kind.number), numbers[kind.each.asked]) if kind.each else str(kind.number)
        for kind in listed.kinds
    ]
    return _by_case(formulas, is_kind)


def _formula_of_table(draft: Draft, listed: _DiceTable) -> str:
    """Add the questions for the kind of unit and the case; return the formula of the number of dice."""
    is_kind = _ask_kind(draft, listed.title, list(listed.numbers))
    usual = "Range" if any(map(_RANGE.search, listed.cases)) else None
    says = f"What do the columns {', '.join(listed.cases)} in {listed.cite} stand for"
    asked = draft.need("count-columns", says, "Range", default=usual, explains=_EXPLAINS)
    same = next((given for given in draft.inputs if given["label"].casefold() == asked.casefold()), None)
    if same is not None and [each.get("label", each["key"]) for each in same.get("choices", ())] == list(
        listed.cases
    ):
        is_case = [f"{same['name']} == '{choice['key']}'" for choice in same["choices"]]
    else:
        is_case = _ask_kind(draft, asked, listed.cases)
    return _by_case(
        [f"({_by_case([str(each) for each in row], is_case)})" for row in listed.numbers.values()], is_kind
    )


def _ask_kind(draft: Draft, label: str, kinds: Sequence[str]) -> list[str]:
    """Add a question whose answers are the kinds, and return the condition of each."""
    choices = choices_of(kinds)
    name = draft.add_input(label, "choice", choices=choices)
    return [f"{name} == '{choice['key']}'" for choice in choices]


def _by_case(formulas: Sequence[str], conditions: Sequence[str]) -> str:
    """Return the formula of a number that is the first one if the first condition holds, and so on."""
    cases = [f"{formula} if {when} else" for formula, when in zip(formulas, conditions, strict=True)]
    return " ".join([*cases[:-1], formulas[-1]])


def _ask_number(draft: Draft, listed: _DiceList, label: str, is_kind: Sequence[str]) -> str:
    """Add the question for what is counted, asked for the kinds that count it; return its name.

    `is_kind` are the conditions of the kinds.
    """
    when = [
        [condition]
        for condition, kind in zip(is_kind, listed.kinds, strict=True)
        if kind.each and is_same(kind.each.asked, label)
    ]
    more = {"when": any_of(when)} if len(when) < len(is_kind) else {}
    return draft.add_input(label, "number", least="0", **more)


def _listed(entry: Entry) -> _DiceList | None:
    """Return the dice that a rule lists for kinds of unit, in a table of two columns or in its points; else None."""
    for point in entry.points:
        lines = (
            [line for line in table_cells(unlinked(point.text)) if any(line)] if point.kind == "table" else []
        )
        if lines and len(lines[0]) == 2 and _DICE.search(f"{lines[0][1]} {entry.title}"):
            kinds = [_kind(label, text, has_dice=True) for label, text in lines[1:]]
            if len(kinds) > 1 and all(kinds):
                return _list(entry, lines[0][0] or _UNIT, list(filter(None, kinds)), [])
    texts = [each for point in entry.points if point.kind != "table" for each in sentences_of(point)]
    read = {text: _kinds(text) for text in texts}
    if inline := _in_sentence(entry, texts):
        return inline
    found = [kind for kinds in read.values() for kind in kinds]
    unread = [
        text
        for text, kinds in read.items()
        if not kinds and re.search(r":\s*\S", text) and _DICE.search(text)
    ]
    listed = _list(entry, _UNIT, found, unread)
    return listed._replace(read=tuple(text for text in texts if read[text])) if len(found) > 1 else None


def _in_sentence(entry: Entry, texts: Sequence[str]) -> _DiceList | None:
    """Return the dice that a sentence lists: `Throw dice by grade: Guard 5, Old 4, Line 3.`; None without one."""
    for text in texts:
        if found := _INLINE.search(text):
            pairs = [_PAIR.fullmatch(each) for each in re.split(r",\s*|\s+and\s+", found["list"])]
            kinds = [_Kind(each[1], _figure(each[2]), None, "") for each in pairs if each]
            if len(kinds) == len(pairs) > 1:
                title = found["title"]
                return _list(entry, title[:1].upper() + title[1:], kinds, [])._replace(read=(found[0],))
    return None


def _named(draft: Draft, entry: Entry) -> _DiceList | None:
    """Return the dice that another rule lists for a sentence such as `Take the dice for its grade (2)`; else None."""
    for sentence in (each for point in entry.points if point.kind != "table" for each in sentences_of(point)):
        found = _ELSEWHERE.search(sentence)
        other = next((each for each in draft.module.entries if found and found["rule"] in each.cites), None)
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
                and (
                    _DICE.search(head) or head.casefold() in (entry.title.casefold(), draft.title.casefold())
                )
            ]
            if len(columns) == 1 and other:
                kinds = [_Kind(row[0], int(row[columns[0]]), None, "") for row in lines[1:]]
                return _list(other, lines[0][0] or _UNIT, kinds, [])._replace(read=(sentence,))
    return None


def _list(entry: Entry, title: str, kinds: Sequence[_Kind], unread: Sequence[str]) -> _DiceList:
    """Return the dice of the kinds; what the rule says besides is unread."""
    rests = [f"{kind.label}: {kind.rest}" for kind in kinds if kind.rest]
    return _DiceList(entry.cites[0], title, tuple(kinds), (*rests, *unread))


def _tabled(entry: Entry) -> _DiceTable | None:
    """Return the numbers of dice in a table with several columns; None if the rule has none, or is not about dice."""
    if not _DICE.search(own_text(entry)):
        return None
    for point in entry.points:
        lines = table_cells(unlinked(point.text)) if point.kind == "table" else []
        if len(lines) < 3 or len(lines[0]) < 3 or not all(lines[0][1:]):
            continue
        rows = {row[0]: [_NUMBERS.get(cell.casefold(), cell) for cell in row[1:]] for row in lines[1:]}
        if len(rows) == len(lines) - 1 and all(
            str(cell).isdecimal() for row in rows.values() for cell in row
        ):
            numbers = {label: [int(cell) for cell in row] for label, row in rows.items()}
            return _DiceTable(entry.cites[0], lines[0][0] or _UNIT, tuple(lines[0][1:]), numbers)
    return None


def _kinds(text: str) -> list[_Kind]:
    """Return the kinds of unit whose dice a sentence gives: `Guns: 2 dice a section, but 3 with canister`."""
    throws = _THROWS.fullmatch(text.strip().rstrip("."))
    if throws and not _ANYONE.fullmatch(throws["label"]):
        label, count = _ARTICLE.sub("", throws["label"]), throws["count"]
        label = f"{label[:1].upper()}{label[1:]}"
    else:
        label, _, count = text.strip().rstrip(".").partition(":")
    if other := _OTHER_CASE.fullmatch(count):
        usual = _kind(label, other["before"], has_dice=False)
        case = _case(label, other["case"])
        each = other["each"] or (f" for each {usual.each.unit}" if usual and usual.each else "")
        second = _kind(case, f"{other['number']} dice{each}", has_dice=False)
        if usual and second:
            return [usual, second]
    kind = _kind(label, count, has_dice=False)
    return [kind] if kind else []


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
    number = 1 if found["number"].lower() in ("a", "an") else _figure(found["number"])
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


def _figure(text: str) -> int:
    return NUMBERS.get(text.lower()) or int(text)
