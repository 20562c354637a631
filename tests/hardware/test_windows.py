from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.panels.panel import changed_runs, cut, merged, pack
from hardware.panels.registers import EVERY_PAGE, WHOLE, Window
from tests.hardware.conftest import LETTERS

Patches = list[tuple[int, bytes]]

FRAMES = st.lists(
    st.tuples(st.integers(0, 1023), st.binary(min_size=1, max_size=40)), max_size=12
)


def paint(patches: Patches) -> bytes:
    frame = bytearray(1024)
    for start, patch in patches:
        frame[start : start + len(patch)] = patch
    return bytes(frame[:1024])


def written(old: bytes, new: bytes, windows: list[Window]) -> bytes:
    """What a panel holds after *windows* of *new* were sent over *old*."""
    frame = bytearray(old)
    for window in windows:
        pixels = cut(new, window)
        width = window.right - window.left + 1
        for row, page in enumerate(range(window.top, window.bottom + 1)):
            start = page * 128 + window.left
            frame[start : start + width] = pixels[row * width : (row + 1) * width]
    return bytes(frame)


@settings(deadline=None)
@given(FRAMES, FRAMES)
def test_the_windows_hold_every_change_and_merging_never_costs(
    before: Patches, after: Patches
) -> None:
    old, new = paint(before), paint(after)
    runs = changed_runs(old, new, gap=10)
    windows = merged(runs, 10)
    assert written(old, new, runs) == written(old, new, windows) == new
    cost = [sum(w.size_bytes + 10 for w in ws) for ws in (windows, runs)]
    assert cost[0] <= cost[1]


def test_nothing_changed_is_no_window() -> None:
    frame = pack(LETTERS["A"])
    assert changed_runs(frame, frame, gap=10) == []
    assert merged([], 10) == []


def test_a_gap_joins_runs_when_it_is_cheaper_than_a_new_window() -> None:
    old = bytes(1024)
    new = bytes([1, *[0] * 10, 1, *[0] * 11, 1]) + bytes(1000)
    assert changed_runs(old, new, gap=10) == [Window(0, 11, 0, 0), Window(23, 23, 0, 0)]


def test_the_whole_panel() -> None:
    frame = pack(LETTERS["B"])
    assert cut(frame, WHOLE) == b"".join(cut(frame, page) for page in EVERY_PAGE) == frame
