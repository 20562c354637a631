"""People come, go and change phones: every change of the seating. Table thread only."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from companion.engine.game import Gesture, Touch
from companion.errors import refuse
from companion.limits import PIN_DIGITS
from companion.ports import STAND_PLACES
from companion.table.committer import Committer
from companion.table.values.bot_names import free_bot_name
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.incidents import Incident
from companion.table.values.names import likeness
from companion.table.values.player_signs import PLAYER_SIGNS
from companion.table.values.seating import Person, Seating
from companion.table.values.table_config import TableConfig


class Lobby:
    """Works out who sits where and hands it to the committer."""

    def __init__(
        self, committer: Committer, config: TableConfig, leave: Callable[[Person], object]
    ) -> None:
        """*leave* lets somebody have gone from the match."""
        self._committer = committer
        self._leave = leave
        self._config = config
        self._witnesses: set[Handle] = set()
        """Whoever has told in this run which row it knows: once is enough."""

    @property
    def _seating(self) -> Seating:
        return self._committer.state.seating

    def open(self) -> None:
        """Make a PIN where there is none."""
        if not self._seating.pin:
            self._become(replace(self._seating, pin=new_pin()))

    def join(self, device: DeviceId, name: str) -> Handle:
        """Let somebody with a phone sit down; a phone that asks twice sits there already."""
        seated = self._seating.seated(device, name)
        if seated is not None:
            return seated
        if self._seating.closed:
            raise refuse("door-closed")
        for each in self._seating.people:
            if not each.bot and likeness(each.name) == likeness(name):
                raise refuse("seat-taken", name=each.name)
        self._committer.state.screens.rights.check_join(self._seating, device)
        handle = new_handle()
        person = Person(_new_person(), name, device, handle)
        self._become(self._seating.join(person))
        return handle

    def add_person(self, device: DeviceId, name: str) -> PersonId:
        """Let somebody without a phone sit down, as the host says."""
        self._seating.check_host(device)
        person = Person(_new_person(), name)
        self._become(self._seating.join(person))
        return person.id

    def add_bot(self, device: DeviceId, strength: str) -> PersonId:
        """Let a bot sit down, as the host says."""
        self._seating.check_host(device)
        # One of another game is no slip: the page may still have shown the one before.
        if not self._config.game(self._seating).bots.strengths:
            raise refuse("no-bots")
        if not self._config.knows_strength(strength, self._seating):
            raise refuse("no-such-bot")
        bot = new_bot(self._seating, strength)
        self._become(self._seating.join(bot))
        return bot.id

    def remove_person(self, device: DeviceId, person: PersonId) -> None:
        """Send somebody away; their page is worthless at once.

        In a match a seat stays: whoever had a phone plays on paper, a bot or somebody who did so
        already has gone.
        """
        self._seating.check_host(device)
        whom = self._seating.person(person)
        if person in self._seating.playing and (whom.bot or not whom.has_phone):
            self._leave(whom)
        else:
            self._become(self._seating.remove(person))

    def order_people(self, device: DeviceId, people: tuple[PersonId, ...]) -> None:
        """Set the seats' order, clockwise."""
        self._by_host(device, lambda seating: seating.order(people))

    def hand_over(self, device: DeviceId, person: PersonId) -> None:
        """Make the device of *person* the host's."""
        self._by_host(
            device, lambda seating: replace(seating, host=seating.phone_of(person))
        )

    def change_pin(self, device: DeviceId) -> None:
        """Let the present PIN be worth nothing from now on."""
        self._by_host(device, lambda seating: replace(seating, pin=new_pin()))

    def close_door(self, device: DeviceId, *, closed: bool) -> None:
        """Let nobody new sit down with a phone, or everybody with the PIN again."""
        self._by_host(device, lambda seating: replace(seating, closed=closed))

    def choose_sign(self, device: DeviceId, handle: Handle, sign: str) -> None:
        """Let another picture stand for the player of this page; nobody shares one."""
        seating = self._seating
        person = seating.holder(device, handle)
        if sign not in PLAYER_SIGNS:
            raise refuse("no-such-sign")
        taken = {each.sign: each for each in seating.people if each.id != person.id}
        if sign in taken:
            raise refuse("sign-taken", name=taken[sign].name)
        chosen = replace(person, sign=sign)
        people = (chosen if each.id == person.id else each for each in seating.people)
        self._become(replace(seating, people=tuple(people)))

    def set_guide(self, device: DeviceId, *, on: bool) -> None:
        """Let every phone explain each step, or leave it to each."""
        self._by_host(device, lambda seating: replace(seating, guide=on))

    def set_on_stands(self, device: DeviceId, *, on_stands: bool) -> None:
        """Let the cards be read off the stands, or off the phones; at any time."""
        self._by_host(device, lambda seating: replace(seating, on_stands=on_stands))

    def choose_game(self, device: DeviceId, game: str) -> None:
        """Set the game that comes next, by its name in the catalogue."""

        def chosen(seating: Seating) -> Seating:
            found = self._config.games.get(game)
            if found is None:
                raise refuse("no-such-game")
            seating = seating.choose(game)
            return seating if found.bots.strengths else seating.without_bots()

        self._by_host(device, chosen)

    def _by_host(self, device: DeviceId, change: Callable[[Seating], Seating]) -> None:
        """Change the seating as the host says."""
        self._seating.check_host(device)
        self._become(change(self._seating))

    def take_host(self, device: DeviceId) -> None:
        """Make *device* the host's: for the machine itself (loopback) only."""
        self._become(replace(self._seating, host=device))

    def bear_witness(self, device: DeviceId, handle: Handle, tag: str) -> None:
        """Note where a page remembers a row that the log has lost; a made-up one is nobody's."""
        name = self._seating.holder(device, handle).name
        if handle not in self._witnesses:
            self._witnesses.add(handle)
            if lost := self._committer.lost(tag):
                self._committer.note(Incident("witness", name))
                self._committer.note(Incident("entries-lost", str(lost)))

    def press(self, touch: Touch) -> bool:
        """Change places: press one's name, then the stand one sits at; else return False."""
        before, people = self._committer.state, self._seating.people
        stand = STAND_PLACES.index(touch.place) if touch.place in STAND_PLACES else -1
        match touch.gesture:
            case Gesture.DOWN | Gesture.HOLD:
                return False
            case Gesture.PRESS if not 0 <= stand < len(people):
                return False
            case Gesture.PRESS:
                pass
            case _:
                assert_never(touch.gesture)
        ids = [person.id for person in people]
        there, picked = ids[stand], before.picked
        if picked is None or picked not in ids:
            self._committer.show(replace(before, picked=there))
        elif picked == there:
            self._committer.show(replace(before, picked=None))
        else:
            ids[ids.index(picked)], ids[stand] = there, picked
            self._become(self._seating.order(tuple(ids)))
        return True

    def _become(self, seating: Seating) -> None:
        """Keep the seating; a question to phones that have changed has to be asked anew."""
        before, seating = self._committer.state, seating.remembering()
        same = seating.seats_with_phone == before.seating.seats_with_phone
        undo = before.undo if same else None
        self._committer.become(
            replace(before, seating=seating, undo=undo, picked=None),
            Change(documents={"seating": seating.dump()}),
        )


def new_pin() -> str:
    """Return a fresh PIN."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def new_handle() -> Handle:
    """Return a fresh name of a page."""
    return Handle(secrets.token_urlsafe(12))


def new_bot(seating: Seating, strength: str) -> Person:
    """Return a bot with a name that nobody has there; its page is no browser's."""
    own = DeviceId(f"bot {secrets.token_hex(8)}")
    name = free_bot_name(each.name for each in seating.people)
    return Person(_new_person(), name, own, new_handle(), bot=strength)


def _new_person() -> PersonId:
    return PersonId(secrets.token_hex(4))
