"""What the host's form can ask, out of the fields of a setup command."""

from dataclasses import dataclass
from typing import Literal

from companion.engine.options import SetupField, one_of, setup_fields
from companion.languages import LANGUAGES, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    language: Language = "en"
    pace: Literal["quick", "slow"] = "slow"
    seconds: int = one_of(60, 0, 30, 60)
    hints: bool = True
    first: int = 0


@dataclass(frozen=True, slots=True)
class StartMatch(Options):
    names: tuple[str, ...] = ()


def test_a_form_asks_what_has_a_few_values_or_is_yes_or_no() -> None:
    assert [*setup_fields(StartMatch).values()] == [
        SetupField("language", "en", tuple(LANGUAGES)),
        SetupField("pace", "slow", ("quick", "slow")),
        SetupField("seconds", 60, (0, 30, 60)),
        SetupField("hints", usual=True),
    ]
    assert StartMatch().seconds == 60
