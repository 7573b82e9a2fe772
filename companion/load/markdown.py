"""Rulebook chapters: headings are entries, bullets are points, `{.erratum}` marks a point, `[[lob:3.5]]` links."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import cast, get_args

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from companion.load.records import Faults, read_tree, to_record
from companion.model import Authority, Entry, Point
from companion.model.procedure import Record

LONGEST = 1_000_000
"""Characters a chapter may have."""

NUMBER = r"\d+(?:\.\d+)*[a-z]?"
_HEADING = re.compile(rf"^({NUMBER}(?:\s*,\s*{NUMBER})*)\s+(\S.*)$")
_MARK = re.compile(r"\s*\{\.([a-z-]+)((?:\s+[a-z]+=[^}\s]+)*)\}\s*$")
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
_ASKED = re.compile(r"^\*Also asked:\*\s*(.*)$", re.DOTALL)
_AUTHORITIES = get_args(Authority)


class FrontMatter(Record, frozen=True):
    """Head of a chapter."""

    title: str
    document: str = ""
    authority: Authority = "rule"


@dataclass(slots=True)
class _Draft:
    """An entry that is being gathered."""

    numbers: tuple[str, ...]
    title: str
    level: int
    line: int
    points: list[Point] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    links: dict[str, int] = field(default_factory=dict)
    """Each link with the line where it first stands."""


def read_chapter(text: str, game: str, faults: Faults, overlay: bool) -> list[Entry]:
    """The entries of one chapter. Faults are noted, and what is whole is kept."""
    if len(text) > LONGEST:
        faults.add((), f"longer than {LONGEST} characters", line=0)
        return []
    parser = MarkdownIt("commonmark", {"maxNesting": 30}).enable("table").use(front_matter_plugin)
    tokens = parser.parse(text)
    front = _front_matter(tokens, faults)
    if front is None:
        return []
    lines = text.splitlines()
    drafts = _Gather(faults, front.authority, lines).run(tokens)
    return _entries(drafts, game, front, faults, overlay)


def slug(title: str) -> str:
    """`Cavalry Withdrawal` as cavalry-withdrawal."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def links_in(text: str) -> list[tuple[str, int]]:
    """The ids a text links to, each with the number of lines before it."""
    return [
        (each[1].replace("\n", " ").strip(), text.count("\n", 0, each.start()))
        for each in _LINK.finditer(text)
    ]


def _front_matter(tokens: list[Token], faults: Faults) -> FrontMatter | None:
    if not tokens or tokens[0].type != "front_matter":
        faults.add((), "no front matter", "begin with ---, title: ..., ---", 1)
        return None
    tree = read_tree(tokens[0].content, faults, above=1)
    if tree is None:
        return None
    front = to_record(tree.value, FrontMatter, faults)
    faults.tree = None
    return front


class _Gather:
    """Walks the tokens once and fills drafts."""

    def __init__(self, faults: Faults, authority: Authority, lines: list[str]) -> None:
        self.faults = faults
        self.authority: Authority = authority
        self.lines = lines
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
                    (), "only headings, points, paragraphs and tables stand in a chapter", line=_line(token)
                )
            index += 1
        return self.drafts

    def _heading(self, content: str, level: int, line: int) -> None:
        match = _HEADING.match(content.strip())
        numbers = tuple(part.strip() for part in match[1].split(",")) if match else ()
        self.drafts.append(_Draft(numbers, match[2] if match else content.strip(), level, line))

    def _paragraph(self, content: str, depth: int, line: int) -> None:
        if not self.drafts:
            self.faults.add((), "text before the first heading", "put it under a heading", line)
            return
        draft = self.drafts[-1]
        if asked := _ASKED.match(content):
            draft.asked += [part.strip() for part in asked[1].replace("\n", " ").split(";") if part.strip()]
            return
        text, authority, mark = self._marked(" ".join(content.split("\n")), line)
        for link, below in links_in(content):
            draft.links.setdefault(link, line + below)
        kind = "point" if depth else "text"
        draft.points.append(Point(text, authority, kind, max(depth - 1, 0), mark))

    def _table(self, token: Token) -> None:
        first, last = token.map or [0, 0]
        raw = "\n".join(line.strip() for line in self.lines[first:last] if line.strip())
        if self.drafts:
            self.drafts[-1].points.append(Point(raw, self.authority, "table"))

    def _marked(self, text: str, line: int) -> tuple[str, Authority, str]:
        match = _MARK.search(text)
        if not match:
            return text, self.authority, ""
        name, extra = match[1], match[2].strip()
        if name not in _AUTHORITIES:
            self.faults.add((), f"unknown mark {{.{name}}}", f"known: {', '.join(_AUTHORITIES)}", line)
            return text[: match.start()], self.authority, ""
        return text[: match.start()], cast(Authority, name), extra.partition("=")[2]


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def _entries(
    drafts: list[_Draft], game: str, front: FrontMatter, faults: Faults, overlay: bool
) -> list[Entry]:
    entries: list[Entry] = []
    trail: list[tuple[int, str]] = []
    for draft in drafts:
        name = draft.numbers[0] if draft.numbers else slug(draft.title)
        entry_id = f"{game}:{name}"
        trail = [(level, each) for level, each in trail if level < draft.level]
        if not draft.points:
            faults.add((), f"heading {draft.title!r} has no text", "add a point under it", draft.line)
        entries.append(
            Entry(
                id=entry_id,
                game=game,
                number=draft.numbers[0] if draft.numbers else "",
                title=draft.title,
                level=draft.level,
                chapter=front.title,
                points=tuple(draft.points),
                file=faults.file,
                line=draft.line,
                document=front.document,
                numbers=draft.numbers,
                parent=trail[-1][1] if trail else "",
                asked=tuple(draft.asked),
                links=tuple(draft.links),
                link_lines=tuple(draft.links.values()),
                overlay=overlay,
            )
        )
        trail.append((draft.level, entry_id))
    return entries
