"""In every game a match goes on to its end when somebody at the table has no phone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine.game import AnyGame
from companion.games import FIRST, GAMES
from companion.table.values.ids import DeviceId
from tests.games.example import example, installed
from tests.page_faults import Form, Page
from tests.play import for_tests
from tests.web.plain_evening import PlainEvening
from web.routes.asking import owners_of

Begin = Callable[..., PlainEvening]
SLOW = pytest.mark.slow
PEOPLE = ("Anna", "Ben", "Opa")
QUICK = ("haiclue", "buchstabenbluff")
EVERY = [
    pytest.param(name, marks=() if name in QUICK else SLOW)
    for name, make in GAMES.items()
    if len(PEOPLE) in make().players
]


@pytest.fixture(name="begin")
def _begin(tmp_path: Path) -> Iterator[Begin]:
    with ExitStack() as stack:

        def begin(game: str | AnyGame, **options: object) -> PlainEvening:
            known = GAMES[game]() if isinstance(game, str) else game
            chosen = {**for_tests(known).handed_round, **options}
            evening = PlainEvening(known, tmp_path / "table.sqlite3", 1, **chosen)
            stack.callback(evening.close)
            return evening

        yield begin


def events(evening: PlainEvening, kind: str) -> list[dict[str, Any]]:
    """Return what Opa has done of *kind*."""
    export = evening.table.matches.export
    _, rows = evening.table.submit(export).result()
    told = (dict(row.body) for row in rows)
    return [each for each in told if each.get("type") == kind and each.get("seat") == 2]


@pytest.mark.parametrize("name", EVERY)
def test_a_match_ends_by_what_is_said_aloud(begin: Begin, name: str) -> None:
    evening = begin(name)
    assert evening.play(evening.opa_speaks), evening.info.step
    assert name not in FIRST or not events(evening, "PageMoved")


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("haiclue", {"ClueLaid", "Guessed"}),
        ("buchstabenbluff", {"CardDrawn", "WordLaid"}),
        pytest.param("letter_jam", {"Decided", "FinalWordLaid"}, marks=SLOW),
        pytest.param("djam", {"Accepted"}, marks=SLOW),
    ],
)
def test_a_match_ends_with_a_phone_handed_round(
    begin: Begin, name: str, kinds: set[str]
) -> None:
    """What takes the own cards Opa does on the phone, all else is said aloud."""
    evening = begin(name)
    assert evening.play(evening.opa_has_a_phone), evening.info.step
    assert not [kind for kind in kinds if not events(evening, kind)]
    moved = [each["right"] for each in events(evening, "PageMoved")]
    assert moved == ["loan", "return"] * (len(moved) // 2)
    assert bool(moved) is (name != "letter_jam")


@pytest.mark.parametrize("name", EVERY)
def test_a_match_ends_once_the_host_says_that_somebody_has_gone(
    begin: Begin, name: str
) -> None:
    evening = begin(name)
    gone = Form("Leave")
    assert any(each.kind == "Leave" for each in Page(evening.plain()).forms)
    assert evening.enter(gone) == 200
    assert evening.play(lambda: None), evening.info.step
    assert events(evening, "PlayerLeft")


def test_a_table_that_counts_tokens_needs_no_phone_at_all(begin: Begin) -> None:
    evening = begin("letter_jam", cards="none")
    for _ in range(200):
        if evening.info.finished:
            break
        evening.opa_plays()
    assert evening.info.finished, evening.info.step
    assert events(evening, "ClueCounted")


def test_a_game_without_a_plain_page_of_its_own_goes_on_too(
    begin: Begin, tmp_path: Path
) -> None:
    with installed(example(), tmp_path) as game:
        evening = begin(game)
        assert evening.play(evening.opa_has_a_phone), evening.info.step
        assert events(evening, "WordSet")


def test_real_dice_are_told_for_somebody_without_a_phone(begin: Begin) -> None:
    evening = begin("djam", real_dice=True, first=2)
    told = next(each for each in Page(evening.plain()).forms if each.kind == "EnterDice")
    assert told.names == {"theme", "letters", "start"}
    assert evening.enter(told) == 200
    assert evening.info.view.roll is not None
    assert "EnterDice" in {each.kind for each in Page(evening.plain()).forms}  # a slip


# -- the page, and the phone that goes round ---------------------------------------------


def test_the_plain_page_shows_the_question_and_nothing_of_the_hand(begin: Begin) -> None:
    evening = begin("haiclue")
    handle = evening.lend().removeprefix("/p/")
    hand = [tile.word for tile in evening.shown.pages[handle].view.tiles]  # type: ignore[index]
    assert hand
    assert all(word in evening.host.get(f"/p/{handle}").text for word in hand)
    plain = evening.plain()
    assert "Lay a clue for your target" in plain
    assert not [word for word in hand if word in plain]


def test_a_phone_that_is_handed_over_opens_covered_and_so_does_its_owners_then(
    begin: Begin,
) -> None:
    evening = begin("haiclue")
    path = evening.lend()
    page = evening.host.get(path).text
    assert "data-shared" in page
    assert f'data-post="{path}/return"' in page
    own = f"/p/{evening.page_of('Anna')[0]}"
    lent = evening.host.get(own).text
    assert "data-shared" in lent
    assert "This phone is lent to Opa." in lent
    assert f'href="{path}"' in lent
    assert "is lent" not in page
    assert evening.host.get("/host").text.count("/host/for/") == 1
    answer = evening.host.post(f"{path}/return")
    assert answer.json == {"ok": True, "go": f"{own}?back"}
    assert evening.host.get(path).status_code == 404
    assert "data-shared" in evening.host.get(f"{own}?back").text
    assert "Anna&#39;s page is covered" in evening.host.get(f"{own}?back").text
    later = evening.host.get(own).text
    assert "data-shared" not in later
    assert "is lent" not in later


@pytest.mark.parametrize(
    ("held", "where"),
    [
        ({}, "/"),
        ({"lent": True}, "/"),  # the host's, who sits nowhere: it is not the next one's
        ({"own": False}, "/p/own?back"),
        ({"own": False, "lent": True}, "/p/own?back"),
        ({"own": False, "brothers": False}, "/"),
    ],
)
def test_a_phone_comes_home_to_its_one_owner(held: dict[str, bool], where: str) -> None:
    pages = {
        at: SimpleNamespace(device="a", person=SimpleNamespace(on_loan=on_loan))
        for at, on_loan in held.items()
    }
    latest: Any = SimpleNamespace(pages=pages)
    assert owners_of(latest, DeviceId("a")) == where


def test_the_phone_may_be_another_ones(begin: Begin) -> None:
    evening = begin("haiclue")
    assert evening.lend("Ben") == ""
    handle, _ = evening.page_of("Opa")
    assert evening.phones["Ben"].get(f"/p/{handle}").status_code == 200
    assert evening.host.get(f"/p/{handle}").status_code == 404
    assert "has been handed a phone" in evening.plain()
    assert evening.host.post(f"{evening.plain_path}/return").status_code == 200
    assert evening.phones["Ben"].get(f"/p/{handle}").status_code == 404


def test_nobody_but_the_host_hands_a_phone_over(begin: Begin) -> None:
    evening = begin("haiclue")
    ben = evening.phones["Ben"]
    assert ben.post(f"{evening.plain_path}/loan").status_code == 403
    assert ben.post(f"{evening.plain_path}/return").status_code == 403
    handle = evening.lend().removeprefix("/p/")
    assert ben.post(f"/p/{handle}/return").status_code == 404
