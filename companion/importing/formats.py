"""Chooses the reader for a file by its first bytes and its file name extension."""

from __future__ import annotations

import re
from pathlib import Path

from companion.errors import Refused
from companion.importing import bounds
from companion.importing.pdf import Progress, read_pdf
from companion.importing.source import Source

_MARKDOWN = re.compile(r"^#{1,4} \S", re.MULTILINE)
_HEADINGS = 3
"""Fewest headings of a text file that is read as Markdown."""
_UNSUPPORTED = {
    ".doc": "an old Word file; save it as .docx",
    ".odt": "an OpenDocument file; save it as .docx or PDF",
    ".rtf": "an RTF file; save it as .docx or PDF",
    ".epub": "an e-book; save it as PDF or as a web page",
}


def read_source(path: Path, progress: Progress) -> tuple[str, Source]:
    """Return the format of a file in words, and its lines. Raises Refused."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    if size > bounds.MOST_BYTES:
        raise bounds.too_many("bytes", size, bounds.MOST_BYTES)
    extension = path.suffix.lower()
    if not head:
        raise Refused(f"{path.name} is empty")
    if extension in _UNSUPPORTED:
        raise Refused(f"{path.name} is {_UNSUPPORTED[extension]}")
    if b"%PDF-" in head or extension == ".pdf":
        return "PDF", read_pdf(path, progress)
    if head.startswith(b"PK") or extension == ".docx":
        from companion.importing.word import read_word

        return "Word", read_word(path)
    if (
        extension in (".html", ".htm", ".xhtml")
        or b"<html" in head.lower()
        or b"<!doctype html" in head.lower()
    ):
        from companion.importing.markup import read_html

        return "web page", read_html(path)
    if extension in (".md", ".markdown"):
        from companion.importing.markup import read_markdown

        return "Markdown", read_markdown(path)
    from companion.importing.plain import read_plain, text_of

    if len(_MARKDOWN.findall(text_of(path)[:200_000])) >= _HEADINGS:
        from companion.importing.markup import read_markdown

        return "Markdown", read_markdown(path)
    return "text", read_plain(path)
