"""Chooses the reader of a file by its first bytes and the end of its name."""

from __future__ import annotations

import re
from pathlib import Path

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.pdf import Progress, read_pdf
from companion.importing.source import Source

_MARKDOWN = re.compile(r"^#{1,4} \S", re.MULTILINE)
_HEADINGS = 3
"""Headings from which a text file is Markdown."""
_OTHERS = {
    ".doc": "an old Word file; save it as .docx",
    ".odt": "an OpenDocument file; save it as .docx or PDF",
    ".rtf": "an RTF file; save it as .docx or PDF",
    ".epub": "an e-book; save it as PDF or as a web page",
}


def read_source(path: Path, progress: Progress) -> tuple[str, Source]:
    """Return the kind of a file and its lines. Raises Refused."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    if size > bounds.MOST_BYTES:
        raise bounds.too_much("bytes", size, bounds.MOST_BYTES)
    ending = path.suffix.lower()
    if not head:
        raise Refused(f"{path.name} is empty")
    if ending in _OTHERS:
        raise Refused(f"{path.name} is {_OTHERS[ending]}")
    if b"%PDF-" in head or ending == ".pdf":
        return "PDF", read_pdf(path, progress)
    if head.startswith(b"PK") or ending == ".docx":
        from companion.importing.word import read_word

        return "Word", read_word(path)
    if ending in (".html", ".htm", ".xhtml") or b"<html" in head.lower() or b"<!doctype html" in head.lower():
        from companion.importing.markup import read_html

        return "web page", read_html(path)
    if ending in (".md", ".markdown"):
        from companion.importing.markup import read_markdown

        return "Markdown", read_markdown(path)
    from companion.importing.plain import read_plain, text_of

    if len(_MARKDOWN.findall(text_of(path)[:200_000])) >= _HEADINGS:
        from companion.importing.markup import read_markdown

        return "Markdown", read_markdown(path)
    return "text", read_plain(path)
