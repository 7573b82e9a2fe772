"""The after-action report as one HTML file, to read in a browser or to print."""

from __future__ import annotations

from html import escape

from markdown_it import MarkdownIt

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 Georgia, "Times New Roman", serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3, h4 { line-height: 1.2; break-after: avoid; }
p:has(> strong:only-child) { break-after: avoid; }
h2 { border-bottom: 1px solid; margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.95rem; }
th, td { border-bottom: 1px solid #8886; padding: 0.2rem 0.6rem 0.2rem 0; text-align: left; vertical-align: top; }
tr, li { break-inside: avoid; }
p, li, td { overflow-wrap: anywhere; }
@media print { body { max-width: none; margin: 0; font-size: 10.5pt; } @page { margin: 18mm; } }
"""


def report_html(title: str, markdown: str) -> str:
    """Return a report as one HTML page that needs neither other files nor a network."""
    body = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
