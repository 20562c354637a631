"""Bots at the real table: through the doors of people, and with no more than their page."""

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import AnyGame, Thought
from companion.games import Games
from companion.games.letter_jam.commands import TellNone
from companion.limits import BOT_PAUSE_S
from companion.table.acts import bots as bots_module
from companion.table.acts.bots import LOOK_S, Bots, Send
from companion.table.publisher import Publisher
from companion.table.values.ids import DeviceId, Handle
from companion.table.values.projection import Projection
from tests.table.conftest import Open
from tests.table.house import House, device
from tests.waiting import LIMIT_S, wait_for

MATCH_S = 5 * LIMIT_S


@pytest.fixture(name="pair")
def _pair(house: House) -> House:
    """Anna, the host, and a bot play."""
    house.join("Anna")
    house.add_bot()
    house.start()
    return house


def thinkers(house: House, thought_s: float) -> dict[str, AnyGame]:
    """Return the game of *house*, whose bots think so long before they do what they would."""
    thinks = replace(
        house.game.bots,
        act=lambda view, *_: TellNone(view.seat),
        thinks=lambda *_: Thought("about this", thought_s),
    )
    return {house.game.name: replace(house.game, bots=thinks)}


def phase(shown: Projection) -> str:
    return str(shown.table.view and shown.table.view.phase)


def bots_have_told(shown: Projection) -> bool:
    bots = shown.table.view.players[1:]
    return all(bot.figures or bot.has_none for bot in bots)


def wait(house: House, until: Callable[[Projection], bool]) -> None:
    assert until(house.table.publisher.wait(until, MATCH_S))


@pytest.mark.slow
def test_four_bots_play_a_whole_match_by_themselves(house: House) -> None:
    house.work(house.table.lobby.take_host, device("the machine"))
    for _ in range(4):
        house.add_bot()
    house.start(language="de", lengths=[3, 3, 3, 3])
    wait(house, lambda shown: shown.table.finished)
    assert len({actor for _, actor, _ in house.log()}) == 5  # the start is nobody's


def test_bots_wait_for_a_person_and_play_on_with_their_word(house: House) -> None:
    house.join("Anna")
    house.add_bot()
    house.add_bot("weak")
    house.start()
    wait(house, bots_have_told)
    assert house.page("Anna").view.table.giver is None
    house.do("Anna", "TellNone")
    wait(house, lambda shown: phase(shown) == "decide")
    assert "ClueGiven" in house.types()


def test_a_bot_agrees_to_take_a_step_back(pair: House) -> None:
    pair.do("Anna", "ChooseCluegiver", giver=0)
    pair.do("Anna", "LayClue", spots=["3", "4"])
    pair.do("Anna", "GiveClue")
    pair.ask_undo("Anna")
    wait(pair, lambda shown: phase(shown) == "clue")
    assert "Undone" in pair.types()


def test_a_bot_agrees_once_the_match_is_over_too_and_moves_no_more(house: House) -> None:
    house.join("Anna")
    house.add_bot()
    house.start(cards="none")
    house.do("Anna", "EndClues")
    assert house.shown.table.finished
    restless = replace(house.game.bots, act=lambda view, *_: TellNone(view.seat))
    games = {house.game.name: replace(house.game, bots=restless)}
    bots = Bots(games, house.table.publisher, noting([]), agreed, 0.0)
    assert not bots._move(house.shown)
    house.ask_undo("Anna")
    wait(house, lambda shown: not shown.table.finished)


def test_a_bots_page_is_nobodys_between_matches_either(house: House) -> None:
    house.join("Anna")
    bot = house.add_bot()
    ask = partial(house.work, house.table.moving.ask_for_page, device("Anna"), bot)
    house.refused("bot-seat", ask)


def test_a_bot_can_be_sent_away_and_cannot_be_the_host(house: House) -> None:
    house.join("Anna")
    bot = house.add_bot()
    house.refused(
        "no-phone",
        lambda: house.work(house.table.lobby.hand_over, device("Anna"), bot),
    )
    house.work(house.table.lobby.remove_person, device("Anna"), bot)
    assert house.names == ["Anna"]


@pytest.mark.parametrize("name", ["buchstabenbluff", "djam", "haiclue", "letter_jam"])
def test_a_bot_that_is_removed_in_a_match_has_gone_and_stays_away(
    name: str, tmp_path: Path
) -> None:
    with House(Games()[name], tmp_path / "table.sqlite3") as house:
        bots = house.game.bots
        house.seated("Anna", "Ben", "Cleo").add_bot(bots.usual_strength)
        house.start()
        house.remove("Bot Ada")
        page = house.page("Bot Ada")
        assert {each.kind for each in page.offers} == {"ComeBack"}
        assert bots.act(page.view, page.offers, page.person.bot, 7) is None
        assert "PlayerLeft" in house.types()
        house.refused("absent", partial(house.remove, "Bot Ada"))


def test_whoever_is_not_on_a_phone_is_removed_in_no_pause_and_not_after_the_end(
    house: House,
) -> None:
    house.join("Anna")
    house.add("Oma")
    house.add_bot()
    house.start(cards="none")
    for name in ("Oma", "Bot Ada"):
        house.work(house.table.matches.pause, device("Anna"), paused=True)
        house.refused("paused", partial(house.remove, name))
        house.work(house.table.matches.pause, device("Anna"), paused=False)
    house.do("Anna", "EndClues")
    assert house.shown.table.finished
    for name in ("Oma", "Bot Ada"):
        house.refused("remove-later", partial(house.remove, name))


def test_every_bot_has_a_name_of_its_own_until_the_table_is_full(house: House) -> None:
    house.join("Anna")
    for _ in range(9):
        house.add_bot()
    assert len(set(house.names)) == 10


def test_only_the_host_adds_bots_and_only_such_as_there_are(house: House) -> None:
    house.seated("Anna", "Ben")
    house.refused(
        "host-only",
        lambda: house.work(house.table.lobby.add_bot, device("Ben"), "weak"),
    )
    house.refused("no-such-bot", lambda: house.add_bot("divine"))


def test_bots_play_on_after_a_restart(open_house: Open) -> None:
    house = open_house()
    house.join("Anna")
    house.add_bot()
    house.start()
    house = open_house()
    wait(house, bots_have_told)
    assert house.page("Bot Ada").person.bot == "medium"


def test_a_bot_leaves_it_to_people_to_go_on_from_what_they_may_be_reading(
    tmp_path: Path,
) -> None:
    haiclue = Games()["haiclue"]
    with House(haiclue, tmp_path / "haiclue.sqlite3") as house:
        house.join("Anna")
        house.add_bot("simple")
        house.add_bot("simple")
        house.start(youngest=0)
        house.do("Anna", "LayClue", tiles=["1", "2"])
        wait(house, lambda shown: phase(shown) == "guess")
        house.do("Anna", "Guess", shape="bar")  # the clue of her left neighbour comes first
        wait(house, lambda shown: phase(shown) == "result")
        shown = house.table.publisher.latest
    for left, going in ((haiclue.bots.left_to_people, []), (frozenset[str](), ["GoOn"])):
        sent: list[str] = []
        game = replace(haiclue, bots=replace(haiclue.bots, left_to_people=left))
        bots = Bots({"haiclue": game}, house.table.publisher, noting(sent), agreed, 0.0)
        assert bots._move(shown) is bool(going)
        assert sent == going


def noting(sent: list[str]) -> Send:
    def send(
        device: DeviceId, handle: Handle, body: Mapping[str, Any], _id: str
    ) -> Future[None]:
        sent.append(body["type"])
        return agreed(device, handle)

    return send


def agreed(_device: DeviceId, _handle: Handle, _request: str = "") -> Future[None]:
    done: Future[None] = Future()
    done.set_result(None)
    return done


def test_a_bot_acts_once_it_has_thought_for_its_time(
    pair: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = pair.table.publisher.latest
    pair.table.stop()
    games = thinkers(pair, 10.0)
    clock = [100.0]
    monkeypatch.setattr(bots_module, "monotonic", lambda: clock[0])
    sent: list[str] = []
    slow = Bots(games, pair.table.publisher, noting(sent), agreed, BOT_PAUSE_S)
    assert not slow._move(shown)
    clock[0] += 10.0 - BOT_PAUSE_S - 0.1
    assert not slow._move(shown)
    assert sent == []
    clock[0] += 0.2
    assert slow._move(shown)
    assert sent == ["TellNone"]
    at_once = Bots(games, pair.table.publisher, noting(sent), agreed, 0.0)
    assert at_once._move(shown), "a table without a pause does not wait for thoughts"


@pytest.mark.parametrize("thought_s", [2.0, 4.0])
def test_a_thought_lasts_as_long_as_it_says(
    pair: House, monkeypatch: pytest.MonkeyPatch, thought_s: float
) -> None:
    pair.table.stop()
    games = thinkers(pair, thought_s)
    sent, pauses = list[str](), list[float | None]()

    class Noted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout is not None:  # as a thread that begins is waited for
                pauses.append(timeout)
            return super().wait(timeout)

    monkeypatch.setattr(threading, "Event", Noted)
    slow = Bots(games, pair.table.publisher, noting(sent), agreed, BOT_PAUSE_S / 5)
    monkeypatch.undo()
    begun_s = time.monotonic()
    slow.start()
    wait_for(lambda: sent, "its move")
    slow.stop()
    assert time.monotonic() - begun_s >= thought_s / 5
    assert set(pauses[1:]) <= {0.0, BOT_PAUSE_S / 5}
    assert pauses[:2] == [BOT_PAUSE_S / 5, 0.0], "and no pause longer"


def test_while_nobody_may_play_a_thought_that_is_over_wakes_nobody_again(
    pair: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = pair.table.publisher.latest
    pair.table.stop()
    paused = replace(
        shown, number=shown.number + 1, table=replace(shown.table, paused=True)
    )
    clock, waits = [100.0], list[float]()
    monkeypatch.setattr(bots_module, "monotonic", lambda: clock[0])

    class Watched(Publisher):
        def wait(self, _: Callable[[Projection], bool], timeout_s: float) -> Projection:
            waits.append(timeout_s)
            clock[0] += timeout_s
            self._latest = shown if len(waits) == 1 else paused
            if len(waits) == 6:
                bots._stopping.set()
            return self._latest

    games = thinkers(pair, 10.0)
    bots = Bots(games, Watched(), noting([]), agreed, BOT_PAUSE_S)
    monkeypatch.setattr(bots._stopping, "wait", lambda _: False)
    bots._run()
    assert 0.0 < waits[1] < LOOK_S, "the thought"
    assert waits[2:] == [LOOK_S] * 4
