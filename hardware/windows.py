"""Which parts of a picture changed, and the fewest bytes that say so; pure."""

from dataclasses import dataclass
from itertools import combinations, count

from PIL import Image

WIDTH_PX, PAGES = 128, 8


@dataclass(frozen=True, slots=True)
class Window:
    """Columns *left* to *right* and pages *top* to *bottom*, all inclusive."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size_bytes(self) -> int:
        """How many bytes of pixels it holds."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def around(self, other: "Window") -> "Window":
        """Return the smallest window that holds both."""
        return Window(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )


WHOLE = Window(0, WIDTH_PX - 1, 0, PAGES - 1)
EVERY_PAGE = tuple(Window(0, WIDTH_PX - 1, page, page) for page in range(PAGES))


def pack(image: Image.Image) -> bytes:
    """Turn a 128 x 64 image of mode ``1`` into eight pages, the lowest bit on top."""
    # Turned a quarter, a column of eight pages is eight neighbouring bytes, bottom first.
    turned = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(turned[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def cut(packed: bytes, window: Window) -> bytes:
    """Return the bytes of *window*, page by page."""
    return b"".join(
        packed[page * WIDTH_PX + window.left : page * WIDTH_PX + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )


def changed_runs(old: bytes, new: bytes, gap: int) -> list[Window]:
    """Return the changed runs of each page; up to *gap* unchanged bytes join two runs."""
    runs = []
    for page in range(PAGES):
        start = page * WIDTH_PX
        before, after = old[start : start + WIDTH_PX], new[start : start + WIDTH_PX]
        if before == after:
            continue
        columns = [x for x in range(WIDTH_PX) if before[x] != after[x]]
        left = right = columns[0]
        for column in columns[1:]:
            if column - right > gap + 1:
                runs.append(Window(left, right, page, page))
                left = column
            right = column
        runs.append(Window(left, right, page, page))
    return runs


def merged(runs: list[Window], overhead_bytes: int) -> list[Window]:
    """Join windows, the most rewarding pair first, while that saves bytes.

    A window of its own costs *overhead_bytes* beside its pixels.
    """
    windows = dict(enumerate(runs))

    def saved(one: int, other: int) -> int:
        a, b = windows[one], windows[other]
        return a.size_bytes + b.size_bytes + overhead_bytes - a.around(b).size_bytes

    savings = {pair: saved(*pair) for pair in combinations(windows, 2)}
    for number in count(len(runs)):
        best = max(savings, key=lambda pair: savings[pair], default=None)
        if best is None or savings[best] <= 0:
            break
        savings = {p: bytes_ for p, bytes_ in savings.items() if not {*p} & {*best}}
        both = windows.pop(best[0]).around(windows.pop(best[1]))
        windows[number] = both
        savings |= {
            (other, number): saved(other, number) for other in windows if other != number
        }
    return list(windows.values())
