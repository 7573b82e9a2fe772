"""The straight lines that are drawn on a page of a PDF: rules of tables, frames, and the edges of shaded boxes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

_MOST_PATHS = 1_500
"""Most drawn shapes of a page that is searched for tables; a page with more is a map or a picture."""
_MOST_POINTS = 3_000
"""Most points of a shape that are read."""
_LEVEL = 1.0
"""Largest difference of the ends of a straight line across it, in points."""
_SHORTEST = 5.0
"""Least length of a line, in points."""


class Stroke(NamedTuple):
    """A level or upright line, in points from the lower left corner of the page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def is_level(self) -> bool:
        """Whether it runs from left to right."""
        return self.right - self.left > self.top - self.bottom


def strokes(raw: Any, page: Any) -> list[Stroke]:
    """Return the level and upright lines of an open page; none if the page has too many shapes."""
    count = raw.FPDFPage_CountObjects(page)
    shapes = (raw.FPDFPage_GetObject(page, place) for place in range(max(count, 0)))
    paths = [shape for shape in shapes if raw.FPDFPageObj_GetType(shape) == raw.FPDF_PAGEOBJ_PATH]
    if len(paths) > _MOST_PATHS:
        return []
    return [stroke for path in paths for stroke in _of_path(raw, path)]


def _of_path(raw: Any, path: Any) -> Iterator[Stroke]:
    """Yield the lines of a shape, those of a box included."""
    matrix = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(path, matrix):
        return
    x, y, start = ctypes.c_float(), ctypes.c_float(), (0.0, 0.0)
    points: list[tuple[float, float]] = []
    for place in range(min(max(raw.FPDFPath_CountSegments(path), 0), _MOST_POINTS)):
        segment = raw.FPDFPath_GetPathSegment(path, place)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            yield from _level_or_upright(points)
            points, start = [point], point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            points.append(point)
        else:  # a curve
            yield from _level_or_upright(points)
            points = [point]
        if raw.FPDFPathSegment_GetClose(segment):
            points.append(start)
    yield from _level_or_upright(points)


def _level_or_upright(points: list[tuple[float, float]]) -> Iterator[Stroke]:
    for (x1, y1), (x2, y2) in pairwise(points):
        stroke = Stroke(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        width, height = stroke.right - stroke.left, stroke.top - stroke.bottom
        if min(width, height) <= _LEVEL and max(width, height) >= _SHORTEST:
            yield stroke
