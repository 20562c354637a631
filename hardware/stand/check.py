"""Checks a mesh before it is printed: ``python -m hardware.stand.check FILE.stl``."""

import re
import sys
from collections import Counter
from pathlib import Path

THINNEST_MM = 1.2
"""Three lines of a 0.4 mm nozzle."""

Point = tuple[float, float, float]
Facet = tuple[Point, Point, Point]
_VERTEX = re.compile(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)")
_NEAR = 1e-6


def facets(text: str) -> list[Facet]:
    """Return the triangles of an STL in its form of text."""
    points = [(float(x), float(y), float(z)) for x, y, z in _VERTEX.findall(text)]
    return list(zip(points[::3], points[1::3], points[2::3], strict=True))


def open_edges(mesh: list[Facet]) -> int:
    """Return how many edges do not have one facet on either side: none, if it is closed."""
    edges = Counter((f[k], f[(k + 1) % 3]) for f in mesh for k in range(3))
    return sum(count != edges[b, a] for (a, b), count in edges.items())


def thinnest_mm(mesh: list[Facet]) -> float:
    """Return the shortest way through the material, straight in from a facet's middle."""
    return min((way for facet in mesh for way in _ways(facet, mesh)), default=float("inf"))


def _ways(facet: Facet, mesh: list[Facet]) -> list[float]:
    a, b, c = facet
    normal = _cross(_minus(b, a), _minus(c, a))
    size = _dot(normal, normal) ** 0.5
    if size < _NEAR:
        return []
    into = (-normal[0] / size, -normal[1] / size, -normal[2] / size)
    middle = tuple(sum(p[k] for p in facet) / 3 for k in range(3))
    start: Point = (middle[0], middle[1], middle[2])
    met = [_meets(start, into, other) for other in mesh if other is not facet]
    return [way for way in met if way is not None and way > _NEAR]


def _meets(start: Point, way: Point, facet: Facet) -> float | None:
    """Return how far along *way* the facet is met, or None."""
    a, b, c = facet
    e1, e2 = _minus(b, a), _minus(c, a)
    p = _cross(way, e2)
    det = _dot(e1, p)
    if abs(det) < _NEAR:
        return None
    t = _minus(start, a)
    u = _dot(t, p) / det
    q = _cross(t, e1)
    v = _dot(way, q) / det
    inside = u >= 0 and v >= 0 and u + v <= 1
    return _dot(e2, q) / det if inside else None


def _minus(a: Point, b: Point) -> Point:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _cross(a: Point, b: Point) -> Point:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def main(paths: list[str]) -> int:
    """Say of each file whether it can be printed; 1 if one cannot."""
    bad = 0
    for path in paths:
        mesh = facets(Path(path).read_text("ascii"))
        gaps, thin = open_edges(mesh), thinnest_mm(mesh)
        well = bool(mesh) and not gaps and thin >= THINNEST_MM
        bad += not well
        print(
            f"{path}: {len(mesh)} facets, {gaps} open edges, {thin:.2f} mm at its thinnest"
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
