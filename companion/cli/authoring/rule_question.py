"""Asks which rule a chart, a calculator or its modifiers belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.interview import Interview, Question
from companion.cli.authoring.printed.rules import DICE, has_throw, own_text
from companion.errors import Refused
from companion.load.suggestions import nearest
from companion.model import GameModule

_EXPLAINS = "The printed number of the rule, or its heading. The player can open the rule from there."

_KIND = r"(?:[Cc]harts?|[Tt]ables?|CHARTS?|TABLES?)"
_LAST_KIND = re.compile(rf"\s+{_KIND}$")
_THROW = re.compile(r"\b(?:throw|roll)(?:s|ing)?\b|\bhow\s+to\b|\bprocedure\b", re.IGNORECASE)
_FIRST_KIND = re.compile(rf"{_KIND}\s+(?=\w{{1,4}}$)")
"""The first word of a title such as Chart A or Table 3.1."""
_READS = r"\b(?:(?:[Rr]ead|[Ff]ind|[Uu]se|[Cc]onsult|[Ll]ook|[Rr]oll|[Tt]hrow|[Rr]efer)s?|[Uu]sing)\b[^.]*"
"""The beginning of a sentence that tells the player to read a chart, up to its name."""
_MINOR_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with")
)
"""Words without a capital in a title."""
_SEE = re.compile(r"^see\s+", re.IGNORECASE)
_LONGEST_SHORT_FORM = 3
"""Most letters of a title in capitals that is a short form."""
_SHORT_FORM = re.compile(r"[B-DF-HJ-NP-TV-XZ]+|[IVX]+")
"""Letters that are no word: without a vowel, or a Roman number."""
_EXAMPLE = re.compile(r"\bexamples?\b", re.IGNORECASE)
_NATURAL = re.compile(r"\b(?:natural|unmodified)\b")
"""Words for dice before modifiers."""
_PAIRS = [
    rf"\b(?:double {one}|two {one}(?:e?s)|pair of {one}(?:e?s))\b"
    for one in ("one", "two", "three", "four", "five", "six")
]
"""Two dice with the same number, from two ones to a double six."""
_HEADING = re.compile(r"(\d+(?:\.\d+)*[a-z]?)\.?\s+(\S.*)")
"""The heading of a rule with its number: `7.4 Results of the Test`."""


def ask_rule(
    interview: Interview,
    module: GameModule,
    title: str = "",
    name: str = "cite",
    says: str = "Which rule does it belong to?",
    default: str | None = None,
    is_asked: bool = True,
) -> str:
    """Ask for a rule by number or heading, and return its number; the brackets show the heading too.

    Without a `default`, Enter stands for the rule that matches `title`, if there is exactly one, or the first rule with
    dice in its chapter. Without `is_asked`, the default is taken unless `--answer` gives another.
    """
    headings = {cite: entry.title for entry in reversed(module.entries) for cite in entry.cites}

    def headed(text: str) -> str:
        return " ".join(dict.fromkeys((text, headings.get(text, "")))).strip()

    def cited(text: str) -> str:
        if text in headings or not headings:
            return text
        if number := named_rule(module, text):
            return number
        numbers = _headed(module, text)
        near = f"heading of {', '.join(numbers)}" if numbers else nearest(text, headings)
        raise Refused(f"unknown rule {text}{f' ({near})' if near else ''}")

    example = min(headings, key=lambda cite: ("." not in cite, cite), default="3.1")
    default = default or _rolled_rule(module, title) or _usual_rule(module, title)
    question = Question(name, says, example, default, described=headed, explains=_EXPLAINS, check=cited)
    return interview.ask(question._replace(is_asked=is_asked))


def named_rule(module: GameModule, text: str) -> str | None:
    """Return the number of the rule that a text names: `7`, `Morale`, `7 Morale`, `see 7` and `(see Morale)` name one.

    None for any other text, and for a heading of several rules.
    """
    name = _SEE.sub("", text.strip().removesuffix(".").removeprefix("(").removesuffix(")")).strip()
    headed = _headed(module, name)
    if any(name in entry.cites for entry in module.entries):
        return name
    return headed[0] if len(headed) == 1 else numbered_heading(module, name)[0]


def _headed(module: GameModule, title: str) -> list[str]:
    """Return the number of each rule with this heading."""
    entries = (entry for entry in module.entries if entry.title.casefold() == title.casefold())
    return [cite for entry in entries for cite in entry.cites[:1]]


def ask_rule_of_chart(
    interview: Interview, module: GameModule, title: str, default: str | None, is_asked: bool
) -> str:
    """Ask for the rule of a chart, and return its number.

    Without a `default`, Enter stands for the rule with this heading, or for one that names the chart; if there is no
    such rule, the question says so. Without `is_asked`, the default is taken as in `ask_rule`.
    """
    says = "Which rule does it belong to?"
    if is_asked and default is None and module.entries:
        naming = rules_naming(module, title)
        default = _rule_of_chart(module, title, naming)
        says += "" if default else f" No rule names {title}: type a number or a heading"
    return ask_rule(interview, module, says=says, default=default, is_asked=is_asked)


def _rule_of_chart(module: GameModule, title: str, naming: Sequence[str]) -> str | None:
    """Return the rule that a chart usually belongs to, of which those in `naming` name it; None if there is none.

    If several name it, it is the first of those that tell the player to read it, or else the first.
    """
    usual = _usual_rule(module, title)
    is_text = any(usual in entry.cites and own_text(entry) for entry in module.entries)
    titled = any(
        usual in entry.cites and entry.title.casefold() == title.casefold() for entry in module.entries
    )
    if usual is not None and is_text and titled:
        return usual
    if len(naming) == 1:
        return naming[0]
    if found := next((cite for cite in naming if usual and cite.startswith(f"{usual}.")), usual):
        return found
    read = re.compile(_READS + re.escape(_LAST_KIND.sub("", title)), re.DOTALL)
    texts = ((entry.cites[0], own_text(entry)) for entry in module.entries if entry.cites)
    reading = (cite for cite, text in texts if cite in naming and read.search(text))
    return next(reading, naming[0] if naming else None)


def rules_naming(module: GameModule, title: str) -> list[str]:
    """Return the rules whose text names a chart by its title, as in `the Ranges chart` or `see the table of Ranges`.

    The Long Ranges chart is another one, and so is Chart B if the title is Chart A.
    """
    kind, rest = _FIRST_KIND.match(title), _LAST_KIND.sub("", title)
    words = [re.escape(word) for word in re.findall(r"\w\S*", rest[kind.end() :] if kind else rest)]
    if not words:
        return []
    name = r"\s+".join(words)
    after_kind = rf"\b{_KIND}\s+(?:of\s+)?['‘\"“]?"
    if kind:
        named = re.compile(rf"(?P<before>(?!))?{after_kind}{name}(?!\w)")
    else:
        before_kind = rf"(?:(?P<before>\w{{1,40}})\s+)?(?<!\w)(?i:{name})['’\"”]?\s+{_KIND}\b"
        named = re.compile(rf"{before_kind}|{after_kind}(?i:{name})(?!\w)")
    return [
        entry.cites[0]
        for entry in module.entries
        if entry.cites and any(_is_whole(found["before"]) for found in named.finditer(own_text(entry)))
    ]


def name_in_rules(module: GameModule, text: str) -> str:
    """Return a text as rules and headings print it as a name, as in `Fire Chart` for `FIRE CHART` or `Fire`.

    Return an empty text if they do not. A single word is one only with `Chart` or `Table` after it.
    """
    headings = (entry.title for entry in module.entries if " " in text and not entry.title.isupper())
    if heading := next((title for title in headings if title.casefold() == text.casefold()), ""):
        return heading
    words = r"\s+".join(map(re.escape, text.split()))
    more = rf"\s+{_KIND}" if " " not in text.strip() else rf"(?:\s+{_KIND})?"
    named = re.compile(rf"(?:(?P<before>\w{{1,40}})\s+)?(?<!\w)(?P<name>(?i:{words}){more})(?!\w)")
    for entry in module.entries:
        for printed in (entry.title, own_text(entry)):
            for found in named.finditer(printed):
                if _is_whole(found["before"]) and _is_name(found["name"]):
                    return " ".join(found["name"].split())
    return ""


def _is_name(text: str) -> bool:
    """Return whether the words of a text have capitals, but not all of their letters are."""
    return not text.isupper() and all(
        word[0].isupper() or not word[0].isalpha() or (place and word in _MINOR_WORDS)
        for place, word in enumerate(text.split())
    )


def in_title_case(text: str) -> str:
    """Return a text in capitals with a capital at the beginning of its words; any other text unchanged.

    Short forms such as `CRT`, `II` and `2D6` stay as they are.
    """
    if not text.isupper() or len(text) <= _LONGEST_SHORT_FORM:
        return text
    words = [re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)*", _cased, word) for word in text.split()]
    return " ".join(
        word.lower() if place and word.lower() in _MINOR_WORDS else word for place, word in enumerate(words)
    )


def _cased(match: re.Match[str]) -> str:
    word = match[0]
    return word if _SHORT_FORM.fullmatch(word) else word.capitalize()


def _is_whole(before: str | None) -> bool:
    """Return whether a name begins after the word `before`: after a word in small letters, or after `The` or `See`."""
    return not before or not before[0].isupper() or before in ("The", "See")


def numbered_heading(module: GameModule, text: str) -> tuple[str | None, str]:
    """Return the number and the title in the heading of a rule; None and the whole text if it does not begin with one.

    A number without a dot may belong to the title, as in `12 Pounders`: it counts if the rule has this title.
    """
    found = _HEADING.fullmatch(text)
    if found is None:
        return None, text
    number, title = found[1], found[2]
    titles = [entry.title.casefold() for entry in module.entries if number in entry.cites]
    if title.casefold() in titles or ("." in number and titles):
        return number, title
    return None, text


def rule_of_natural(module: GameModule, rolls: Sequence[str], near: str) -> str | None:
    """Return the rule that names all these rolls as natural or unmodified ones, in the chapter of the rule `near`.

    If no rule there does, the only one elsewhere; None if several fit equally well.
    """
    found = [
        entry.cites[0]
        for entry in module.entries
        if entry.cites and _NATURAL.search(text := own_text(entry).casefold()) and _has_all(text, rolls)
    ]
    chapter = near.partition(".")[0]
    same = [cite for cite in found if cite.partition(".")[0] == chapter]
    return (same or found)[0] if len(same or found) == 1 else None


def _has_all(text: str, rolls: Sequence[str]) -> bool:
    """Return whether the numbers of all rolls are in the sentences about natural ones."""
    sentences = " ".join(each for each in re.split(r"(?<=[.;])\s", text) if _NATURAL.search(each))
    named = {*re.findall(r"\d+", sentences)}
    named |= {str(2 * number) for number, words in enumerate(_PAIRS, 1) if re.search(words, sentences)}
    named |= {str(2 * int(number)) for number in re.findall(r"\bdouble (\d)\b", sentences)}
    return {number for roll in rolls for number in re.findall(r"\d+", roll)} <= named


def _usual_rule(module: GameModule, title: str) -> str | None:
    """Return the only rule with this title, else the only one that mentions it, else that of the only chart it begins.

    Else the only rule whose heading begins with the title, else the only one that has it in its heading, else the only
    chapter with this title that only contains headings; None if there is no such rule either, or if several have the
    title.
    """
    title = title.casefold()
    cited = [entry for entry in module.entries if entry.cites]
    rules = [entry for entry in cited if own_text(entry) and not _EXAMPLE.search(entry.title)]
    if not title:
        return None
    charts = {chart.cite for chart in module.charts if chart.title.casefold().startswith(f"{title} ")}
    alike = (
        [entry for entry in rules if entry.title.casefold() == title],
        [entry for entry in rules if " " in title and title in own_text(entry).casefold()],
        [entry for entry in rules if charts & {*entry.cites}],
        [entry for entry in rules if entry.title.casefold().startswith(f"{title} ")],
        [entry for entry in rules if f" {title} " in f" {entry.title.casefold()} "],
        [entry for entry in cited if entry.title.casefold() == title],
    )
    fits = next((each for each in alike if len(each) == 1 or (each and each is alike[0])), [])
    return fits[0].cites[0] if len(fits) == 1 else None


def _rolled_rule(module: GameModule, title: str) -> str | None:
    """Return the first rule that rolls dice in the only chapter with the title, or that begins with it; else None.

    A rule called The throw or How to test comes before the others, and 8.2a, which was put in later, after them.

    A rule with this title comes before it, and so does one that matches the title if no chapter has exactly it.
    """
    cited = [entry for entry in module.entries if entry.cites]
    if not title or any(entry.title.casefold() == title.casefold() and own_text(entry) for entry in cited):
        return None
    chapters = [entry for entry in cited if not own_text(entry)]
    exact = [entry for entry in chapters if entry.title.casefold() == title.casefold()]
    if not exact:
        usual = _usual_rule(module, title)
        if any(usual in entry.cites and own_text(entry) for entry in cited):
            return None
        begins = re.compile(rf"{re.escape(title)}\b", re.IGNORECASE)
        exact = [entry for entry in chapters if begins.match(entry.title)]
    if len(exact) != 1:
        return None
    inside = [entry for entry in cited if entry.cites[0].startswith(f"{exact[0].cites[0]}.")]
    rolling = [entry for entry in inside if has_throw(entry)]
    titled = [entry for entry in rolling if _THROW.search(entry.title)]
    found = [entry.cites[0] for entry in titled or rolling if titled or DICE.search(own_text(entry))]
    return min(found, key=lambda cite: not cite[-1].isdecimal(), default=None)
