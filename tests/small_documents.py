"""Small documents for the tests of `companion import`: PDF and Word files made of a few objects."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


class Text(NamedTuple):
    """A text on a page of a PDF."""

    x: float
    y: float
    text: str
    size: float = 10
    bold: bool = False


class Drawn(NamedTuple):
    """A line on a page of a PDF, or the frame of a box."""

    left: float
    bottom: float
    right: float
    top: float


def column(x: float, y: float, lines: Sequence[str], size: float = 10) -> list[Text]:
    """Return lines one below the other."""
    return [Text(x, y - 12 * place, line, size) for place, line in enumerate(lines)]


def pdf(pages: Sequence[Sequence[Text | Drawn]], outline: Sequence[tuple[str, int]] = ()) -> bytes:
    """Return a PDF with these texts and lines, and an outline of titles and page numbers."""
    first, entries = 5 + 2 * len(pages), 6 + 2 * len(pages)
    catalogue = f"<</Type/Catalog/Pages 2 0 R{f'/Outlines {first} 0 R' if outline else ''}>>"
    kids = " ".join(f"{5 + 2 * place} 0 R" for place in range(len(pages)))
    objects = [catalogue, f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>"]
    objects += [f"<</Type/Font/Subtype/Type1/BaseFont/{name}>>" for name in ("Helvetica", "Helvetica-Bold")]
    for place, page in enumerate(pages):
        fonts = "/Resources<</Font<</F0 3 0 R/F1 4 0 R>>>>"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {6 + 2 * place} 0 R{fonts}>>"
        )
        objects.append(_stream(page))
    if outline:
        last = entries + len(outline) - 1
        objects.append(f"<</First {entries} 0 R/Last {last} 0 R/Count {len(outline)}>>")
    for place, (title, page_number) in enumerate(outline):
        after = f"/Next {entries + place + 1} 0 R" if place + 1 < len(outline) else ""
        target = 3 + 2 * page_number
        objects.append(f"<</Title({title})/Parent {first} 0 R{after}/Dest[{target} 0 R/Fit]>>")
    return assembled(objects)


def _stream(page: Sequence[Text | Drawn]) -> str:
    content = "\n".join(map(_drawn, page))
    return f"<</Length {len(content)}>>stream\n{content}\nendstream"


def _drawn(item: Text | Drawn) -> str:
    if isinstance(item, Text):
        shown = _escaped(item.text)
        return f"BT /F{int(item.bold)} {item.size} Tf {item.x} {item.y} Td ({shown}) Tj ET"
    left, bottom, right, top = item
    if left == right or bottom == top:
        return f"{left} {bottom} m {right} {top} l S"
    return f"{left} {bottom} {right - left} {top - bottom} re S"


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "()\\" else char for char in text)


def assembled(objects: Sequence[str]) -> bytes:
    """Return a PDF of these objects; the first is the catalogue."""
    made, places = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    tail = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    tail += f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(made)}\n%%EOF\n"
    return made + tail.encode()


def paragraph(text: str, style: str = "", properties: str = "", run: str = "") -> str:
    """Return a paragraph of a Word document."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


def word(path: Path, body: str, parts: Mapping[str, str] | None = None, head: str = "") -> Path:
    """Write a Word document; `parts` are the contents of styles and numbering, `head` comes before the document."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        document = f'{head}<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
        file.writestr("word/document.xml", document)
        for name, content in (parts or {}).items():
            file.writestr(f"word/{name}.xml", f'<w:{name} xmlns:w="{_WORD}">{content}</w:{name}>')
    return path
