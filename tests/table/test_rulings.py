"""What a house has ruled on words is on every page at once, and outlives match and restart."""

from pathlib import Path

from companion.games import GAMES
from tests.table.house import House, device

WISH = {"type": "RuleWord", "language": "en", "word": "brrr", "counts": True}


def rule(house: House, name: str) -> None:
    change = house.table.matches.change_house
    house.work(change, device(name), WISH)


def test_a_ruling_in_a_match_is_told_to_all_and_holds_from_the_next_one(
    tmp_path: Path,
) -> None:
    with House(GAMES["buchstabenbluff"](), tmp_path / "table.sqlite3") as house:
        house.playing("Anna", "Ben")
        before, log = house.versions(), house.log()
        house.refused("host-only", lambda: rule(house, "Ben"))
        rule(house, "Anna")
        assert house.log() == log, "the match that runs stays as it is"
        for name in ("Anna", "Ben"):
            assert house.page(name).table.house.ruled.ruling("en", "BRRR") is True
            assert house.versions()[name] > before[name]
            assert house.page(name).view.table.options.counting == ()
        house.end()
        house.start("another-one")
        assert house.page("Ben").view.table.options.counting == ("BRRR",)
    with House(GAMES["buchstabenbluff"](), tmp_path / "table.sqlite3") as again:
        assert again.page("Ben").table.house.ruled.ruling("en", "BRRR") is True
        assert again.page("Ben").view.table.options.counting == ("BRRR",)
