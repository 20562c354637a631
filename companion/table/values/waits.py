"""What is left of what the match waits for: it goes on, stands still, begins anew. Pure."""

from dataclasses import replace

from companion.table.values.projection import Wait
from companion.table.values.state import TableState


def waited(state: TableState, now_s: float) -> Wait | None:
    """Return what is left at *now_s*: the wait of *state* if it is still the same, or a new one."""
    deadline, before, runs = state.waits_for, state.wait, state.runs
    if deadline is None or not deadline.shown:
        return None
    whole = Wait(deadline.id, deadline.duration_s, deadline.duration_s)
    if before is None or not same_wait(before, whole):
        before = whole
    if runs == (before.since_s is not None):
        return before
    return replace(before, left_s=before.rest_s(now_s), since_s=now_s if runs else None)


def stopped(state: TableState, now_s: float) -> TableState:
    """Return *state* with its wait standing still: as it is stored."""
    if state.wait is None:
        return state
    rest_s = state.wait.rest_s(now_s)
    return replace(state, wait=replace(state.wait, left_s=rest_s, since_s=None))


def same_wait(one: Wait | None, other: Wait | None) -> bool:
    """Return whether both are one and the same, whatever is left of it."""
    if one is None or other is None:
        return one is other
    return (one.id, one.duration_s) == (other.id, other.duration_s)
