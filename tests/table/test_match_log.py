from hypothesis import given
from hypothesis import strategies as st

from companion.ports import Seat
from companion.table.values.match_log import Logged, MatchLog

LOGGED = st.builds(
    Logged,
    entry=st.integers(0, 3),
    command=st.sampled_from(["one", "two", "three"]),
    actor=st.sampled_from([None, Seat(0), Seat(1)]),
    tag=st.just(""),
)


@given(st.lists(st.tuples(st.integers(0, 9), LOGGED), max_size=30))
def test_every_version_is_what_was_added_to_the_one_it_came_from(
    steps: list[tuple[int, Logged]],
) -> None:
    versions: list[tuple[MatchLog, list[Logged]]] = [(MatchLog(), [])]
    for at, logged in steps:
        log, entries = versions[at % len(versions)]
        versions.append((log.extended(logged), [*entries, logged]))
    for log, entries in versions:
        assert (list(log), len(log), list(log[1:])) == (entries, len(entries), entries[1:])
        assert not entries or log[-1] == entries[-1]
        known = {each.cause for each in entries}
        for command in ("one", "two", "three"):
            for actor in (None, Seat(0), Seat(1)):
                assert log.has(command, actor) == ((command, actor) in known)


def test_a_longer_log_shares_the_memory_of_the_shorter_one() -> None:
    logged = Logged(1, "one", None, "")
    short = MatchLog().extended(logged)
    assert short.extended(logged).shared is short.shared
