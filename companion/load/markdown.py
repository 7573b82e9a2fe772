"""Reads rulebook chapters: headings are entries, bullets are points, `{.erratum}` marks a point, `[[lob:3.5]]` links.

If a source prints the same numbers under several headings, each chapter names its `family`: the id of a rule is then
family and number, with the topic of the rule if several rules have both in common.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import cast, get_args

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin
from msgspec.structs import replace

from companion.load.faults import Faults
from companion.load.game import Limits
from companion.load.markdown_lint import Heading, check_glued, check_headings, check_marks, check_rows
from companion.load.records import read_tree, to_record
from companion.model import Authority, Entry, Point
from companion.model.record import Record
from companion.model.rulebook import rule_id, rule_reference, slug, unescaped

LONGEST = 250_000
"""Most characters in a chapter."""

NUMBER = r"\d+(?:\.\d+)*[a-z]?"
_REFERENCE = rf"(?:{NUMBER}|\[[^\[\]]+\])"
"""A printed number, or in brackets the text that the source cites instead: [TEC], [15.2e 4]."""
_REFERENCES = re.compile(_REFERENCE)
_HEADING = re.compile(rf"^({_REFERENCE}(?:\s*,\s*{_REFERENCE})*)\s+(\S.*)$")
_MARK = re.compile(r"(?<!\\)\{(?=[.a-z])(?:\.([a-z-]+))?((?:\s*[a-z]+=[^}\s]+)*)\}$")
_HEADING_MARK = re.compile(r"\s*(?<!\\)\{\.(gap|optional)\}$")
"""Mark after a heading whose entry describes a gap in the sources, or an optional rule."""
_OPTIONAL = re.compile(r"\boptional\b", re.IGNORECASE)
"""Word in a heading or in the title of a chapter that makes its rules optional."""
_BARE = re.compile(r"(?<!\\)\{([a-z-]+)\}$")
"""A mark without its dot."""
_DOTTED = re.compile(rf"^({NUMBER})[.:)]\s+(\S.*)$")
"""A heading whose number ends with punctuation."""
_LINK = re.compile(r"(?<!\\)\[\[([^\[\]]+)\]\]")
_ASKED = re.compile(r"\n\*Also asked:\*")
_AUTHORITIES = get_args(Authority)


class FrontMatter(Record, frozen=True):
    """Front matter of a chapter."""

    title: str
    """Title of the chapter."""
    document: str = ""
    authority: Authority = "rule"
    """Authority of the points that have no mark."""
    family: str = ""
    """Heading of these numbers, if other headings have the same numbers."""


@dataclass(slots=True)
class _Draft:
    """An entry whose points are still being read."""

    numbers: tuple[str, ...]
    title: str
    level: int
    line: int
    points: list[Point] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    links: dict[str, int] = field(default_factory=dict)
    """Link to the line where it first appears."""
    topics: tuple[str, ...] = ()
    gap: bool = False
    optional: bool = False


@cache
def _parser() -> MarkdownIt:
    """Return a parser of blocks only; marks within a line are read when they are displayed."""
    parser = MarkdownIt("commonmark", {"maxNesting": 30})
    return parser.enable("table").disable("inline").use(front_matter_plugin)


def read_chapter(
    text: str, game: str, faults: Faults, overlay: bool, limits: Limits | None = None
) -> list[Entry]:
    """Return the valid entries of one chapter, and note the faults.

    `overlay` is true for a player's own chapter; `limits` are those of the game's game.yaml.
    """
    if len(text) > LONGEST:
        faults.add((), f"longer than {LONGEST:,} characters", line=0)
        return []
    tokens = _parser().parse(text)
    front = _front_matter(tokens, faults)
    if front is None:
        return []
    lines = text.splitlines()
    drafts = _ChapterReader(faults, front, lines, limits or {}).run(tokens)
    check_glued(lines, (tokens[0].map or [0, 0])[1], faults)
    check_headings([Heading(draft.title, draft.line, bool(draft.numbers)) for draft in drafts], faults)
    return _entries(drafts, game, front, faults, overlay)


def links_in(text: str) -> list[tuple[str, int]]:
    """Return each link in a text with the number of lines before it."""
    return [
        (link[1].replace("\n", " ").strip(), text.count("\n", 0, link.start()))
        for link in _LINK.finditer(text)
    ]


def _front_matter(tokens: list[Token], faults: Faults) -> FrontMatter | None:
    if not tokens or tokens[0].type != "front_matter":
        faults.add((), "front matter is missing", "begin with ---, title: ..., ---", 1)
        return None
    tree = read_tree(tokens[0].content, faults, lines_before=1)
    if tree is None:
        return None
    front = to_record(tree.value, FrontMatter, faults)
    faults.tree = None
    return front


class _ChapterReader:
    """Reads the tokens of a chapter into drafts of its entries."""

    def __init__(self, faults: Faults, front: FrontMatter, lines: list[str], limits: Limits) -> None:
        self.faults = faults
        self.authority: Authority = front.authority
        self.family = front.family
        self.lines = lines
        self.limits = limits
        self.drafts: list[_Draft] = []

    def run(self, tokens: list[Token]) -> list[_Draft]:
        depth = 0
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                self._heading(tokens[index + 1].content, int(token.tag[1]), _line(token))
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                depth += 1
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                depth -= 1
            elif token.type == "paragraph_open":
                self._paragraph(tokens[index + 1].content, depth, _line(token))
            elif token.type == "table_open":
                self._table(token)
                index = next(at for at in range(index, len(tokens)) if tokens[at].type == "table_close")
            elif token.type in ("html_block", "fence", "code_block"):
                self.faults.add(
                    (),
                    "only headings, points, paragraphs and tables are allowed in a chapter",
                    line=_line(token),
                )
            index += 1
        return self.drafts

    def _heading(self, content: str, level: int, line: int) -> None:
        content = content.strip()
        mark = found[1] if (found := _HEADING_MARK.search(content)) else ""
        content = _HEADING_MARK.sub("", content)
        check_marks(content, line, self.faults, "heading")
        match = _HEADING.match(content)
        references = _REFERENCES.findall(match[1]) if match else ()
        numbers = tuple(" ".join(reference.strip("[] ").split()) for reference in references)
        title = unescaped(match[2] if match else content)
        draft = _Draft(numbers, title, level, line, gap=mark == "gap", optional=mark == "optional")
        if not match and (dotted := _DOTTED.match(draft.title)):
            says = f"heading {draft.title!r}: the number is not recognized"
            self.faults.add((), says, f"write {dotted[1]} {dotted[2]}", line)
        if self.family and numbers:
            draft.topics = self._topics(draft.title, line)
        self.drafts.append(draft)

    def _topics(self, title: str, line: int) -> tuple[str, ...]:
        """Return (`facing`, `disorder`) for `Attack Column, facing and disorder: ...`, else note a fault."""
        start, colon, _ = title.partition(": ")
        topics = start.removeprefix(f"{self.family}, ")
        if not colon or topics == start:
            says = f"heading {title!r} must begin with its family and topic"
            self.faults.add((), says, f"write {self.family}, topic: rule", line)
            return ()
        return tuple(part.strip() for part in topics.split(" and "))

    def _paragraph(self, content: str, depth: int, line: int) -> None:
        if not self.drafts:
            self.faults.add((), "text before the first heading", "put it under a heading", line)
            return
        draft = self.drafts[-1]
        content, *question_lines = _ASKED.split(f"\n{content}")
        questions = tuple(question for text in question_lines for question in _questions(text))
        for text in question_lines:
            check_marks(text, line, self.faults, "line of questions")
        if any(text.lower().lstrip("*_ ").startswith("also asked") for text in content.split("\n")):
            self.faults.add(
                (), "not recognized as a line of questions", "write *Also asked:* one; another", line
            )
        content = content.strip()
        if content:
            self._point(content, depth, line, questions)
        elif depth and draft.points:
            last = draft.points[-1]
            draft.points[-1] = replace(last, asked=last.asked + questions)
        else:
            draft.asked += questions

    def _point(self, content: str, depth: int, line: int, questions: tuple[str, ...]) -> None:
        """Add a point or a paragraph, with the questions it answers."""
        draft = self.drafts[-1]
        text, authority, mark = self._split_mark(" ".join(content.split("\n")), line)
        check_marks(_BARE.sub("", _MARK.sub("", content.rstrip())), line, self.faults)
        check_rows(content, line, self.faults)
        for link, below in links_in(content):
            draft.links.setdefault(link, line + below)
        kind = "point" if depth else "text"
        draft.points.append(Point(text, authority, kind, max(depth - 1, 0), mark, questions))

    def _table(self, token: Token) -> None:
        first, last = token.map or [0, 0]
        raw = "\n".join(line.strip() for line in self.lines[first:last] if line.strip())
        check_marks("\n".join(self.lines[first:last]), first + 1, self.faults, "table")
        if self.drafts:
            self.drafts[-1].points.append(Point(raw, self.authority, "table"))

    def _split_mark(self, text: str, line: int) -> tuple[str, Authority, str]:
        """Return the text without its mark, its authority, and the names of its limits."""
        match = _MARK.search(text.rstrip())
        if not match:
            if bare := _BARE.search(text.rstrip()):
                says, mend = f"unknown mark {{{bare[1]}}}", f"write {{.{bare[1]}}}, or leave it out"
                self.faults.add((), says, mend, line)
            return text, self.authority, ""
        text, name = text[: match.start()].rstrip(), match[1] or self.authority
        limited = self._limited_to(match[2], line)
        if name not in _AUTHORITIES:
            self.faults.add((), f"unknown mark {{.{name}}}", f"known: {', '.join(_AUTHORITIES)}", line)
            return text, self.authority, limited
        return text, cast(Authority, name), limited

    def _limited_to(self, limits: str, line: int) -> str:
        """Return the names of limits: `Zorndorf, Leuthen` for `battle=zorndorf,leuthen`."""
        names = []
        for limit in limits.split():
            kind, _, keys = limit.partition("=")
            known = self.limits.get(kind, {})
            for key in keys.split(","):
                if key not in known:
                    listed = ", ".join(f"{kind}={key}" for kind, keys in self.limits.items() for key in keys)
                    mend = f"known: {listed}" if listed else "define it in game.yaml under limits:"
                    self.faults.add((), f"unknown mark {kind}={key}", mend, line)
                else:
                    names.append(known[key])
        return ", ".join(names)


def _questions(listed: str) -> list[str]:
    """Return the questions of a line, separated by semicolons."""
    return [part.strip() for part in listed.replace("\n", " ").split(";") if part.strip()]


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def _entries(
    drafts: list[_Draft], game: str, front: FrontMatter, faults: Faults, overlay: bool
) -> list[Entry]:
    entries: list[Entry] = []
    trail: list[Entry] = []
    names = _names(drafts, front.family, faults)
    for draft, (name, *also) in zip(drafts, names, strict=True):
        trail = [above for above in trail if above.level < draft.level]
        is_called_optional = bool(_OPTIONAL.search(f"{draft.title} {front.title}"))
        if not draft.points:
            faults.add((), f"heading {draft.title!r} has no text", "add a point under it", draft.line)
        entries.append(
            Entry(
                id=f"{game}:{name}",
                game=game,
                number=draft.numbers[0] if draft.numbers else "",
                title=draft.title,
                level=draft.level,
                chapter=front.title,
                points=tuple(draft.points),
                file=faults.file,
                line=draft.line,
                document=front.document,
                authority=front.authority,
                numbers=draft.numbers,
                parent=trail[-1].id if trail else "",
                asked=(*draft.asked, *(question for point in draft.points for question in point.asked)),
                links=tuple(draft.links),
                link_lines=tuple(draft.links.values()),
                overlay=overlay,
                family=front.family if draft.numbers else "",
                topics=draft.topics,
                also=tuple(f"{game}:{other}" for other in also),
                gap=draft.gap,
                optional=draft.optional or is_called_optional or any(above.optional for above in trail),
            )
        )
        trail.append(entries[-1])
    return entries


def _names(drafts: list[_Draft], family: str, faults: Faults) -> list[list[str]]:
    """Return the id of each draft within the game, followed by other names for links.

    In a family, the first heading with a number is named after family and number, later ones after their topic as well.
    The names with topics refer to all of them.
    """
    names: list[list[str]] = []
    taken: dict[str, int] = {}
    for draft in drafts:
        if not (family and draft.numbers):
            title = f"{draft.title} not in the sources" if draft.gap else draft.title
            names.append([rule_reference(draft.numbers[0]) if draft.numbers else slug(title)])
            continue
        first, *rest = [rule_id(family, number) for number in draft.numbers]
        with_topic = [rule_id(family, draft.numbers[0], topic) for topic in draft.topics]
        if len(with_topic) > 1:
            with_topic.insert(0, f"{first}-{slug(' and '.join(draft.topics))}")
        for name in with_topic:
            if name in taken:
                number, line = draft.numbers[0], taken[name]
                says = f"{number} appears twice under {family} with the same topic, first in line {line}"
                faults.add((), says, "combine them under one heading", draft.line)
            taken.setdefault(name, draft.line)
        entry_name = with_topic[0] if first in taken and with_topic else first
        taken.setdefault(first, draft.line)
        further = [*rest, *(f"{name}-{slug(topic)}" for name in rest for topic in draft.topics)]
        names.append(list(dict.fromkeys([entry_name, *with_topic, *further])))
    ids = {entry_name for entry_name, *_ in names}
    return [[entry_name, *(name for name in others if name not in ids)] for entry_name, *others in names]
