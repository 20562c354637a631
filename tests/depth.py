"""How much of a test the default run does, and what the slow and the long one do beyond it."""

from collections.abc import Iterable

import pytest


def times(few: int, many: int, most: int) -> list[object]:
    """Return parameters: how often by default, when slow, and when long."""
    slow, long = pytest.mark.slow, pytest.mark.long
    return [few, pytest.param(many, marks=slow), pytest.param(most, marks=long)]


def seeds(few: int, many: int) -> list[object]:
    """Return parameters: the first *few* seeds by default, those up to *many* when slow."""
    deep = pytest.param(range(few, many), id="deep", marks=pytest.mark.slow)
    return [pytest.param(range(few), id="sample"), deep]


def by_default(*chosen: object, of: Iterable[object]) -> list[object]:
    """Return all *of* these as parameters; those that are not *chosen* are slow."""
    slow = pytest.mark.slow
    return [each if each in chosen else pytest.param(each, marks=slow) for each in of]
