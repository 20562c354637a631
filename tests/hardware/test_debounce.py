from hypothesis import given
from hypothesis import strategies as st

from companion.ports import ButtonEdge, Place
from hardware.pins.buttons import Debouncer

MS = 1_000_000
STAND = Place("stand-1")


def edge(at_ms: int, *, down: bool) -> ButtonEdge:
    return ButtonEdge(STAND, "main", down, at_ms * MS)


def test_a_clean_press_counts_after_the_quiet_time_with_the_stamp_of_its_edge() -> None:
    contact = Debouncer(STAND, "main")
    assert contact.due_ns is None
    assert contact.edge(down=True, at_ns=100 * MS) is None
    assert contact.due_ns == 125 * MS
    assert contact.settle(down=True, now_ns=124 * MS) is None
    assert contact.settle(down=True, now_ns=125 * MS) == edge(100, down=True)
    assert contact.due_ns is None
    assert contact.settle(down=True, now_ns=999 * MS) is None


def test_each_edge_begins_the_quiet_time_anew() -> None:
    contact = Debouncer(STAND, "main")
    for k in range(9):
        assert contact.edge(down=k % 2 == 0, at_ns=k * 20 * MS) is None
    assert contact.due_ns == (160 + 25) * MS


def test_a_glitch_that_ends_where_it_began_is_nothing() -> None:
    contact = Debouncer(STAND, "main")
    contact.edge(down=True, at_ns=0)
    contact.edge(down=False, at_ns=3 * MS)
    assert contact.settle(down=False, now_ns=28 * MS) is None
    assert contact.due_ns is None


def test_the_level_read_again_outweighs_an_edge_that_was_lost() -> None:
    contact = Debouncer(STAND, "main")
    contact.edge(down=True, at_ns=0)
    contact.edge(down=False, at_ns=2 * MS)
    assert contact.settle(down=True, now_ns=27 * MS) == edge(0, down=True)


def test_a_reader_that_was_held_up_still_tells_press_and_release() -> None:
    contact = Debouncer(STAND, "main")
    assert contact.edge(down=True, at_ns=0) is None
    assert contact.edge(down=False, at_ns=80 * MS) == edge(0, down=True)
    late = contact.settle(down=False, now_ns=500 * MS)
    assert late == edge(80, down=False)


def test_a_button_held_at_the_start_is_not_pressed() -> None:
    contact = Debouncer(STAND, "main", down=True)
    contact.edge(down=False, at_ns=0)
    assert contact.settle(down=False, now_ns=30 * MS) == edge(0, down=False)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 60))))
def test_presses_and_releases_take_turns(edges: list[tuple[bool, int]]) -> None:
    contact, now_ms, changes = Debouncer(STAND, "main"), 0, []
    for down, pause_ms in edges:
        now_ms += pause_ms
        changes.append(contact.edge(down=down, at_ns=now_ms * MS))
    last = bool(edges) and edges[-1][0]
    changes.append(contact.settle(down=last, now_ns=(now_ms + 25) * MS))
    told = [change for change in changes if change]
    assert [change.down for change in told] == [k % 2 == 0 for k in range(len(told))]
    assert [change.at_ns for change in told] == sorted(change.at_ns for change in told)
    assert contact.down is last
