"""People come, go and change phones: every change of the seating. Table thread only."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from companion.engine.game import Gesture, Touch
from companion.ports import STAND_PLACES
from companion.table.committer import Keeper
from companion.table.projection import DeviceId, Handle, PersonId
from companion.table.seating import Person, Seating, SeatRequest
from companion.table.storage.event_log import Change


class Lobby:
    """Works out who sits where and hands it to the keeper."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    @property
    def _seating(self) -> Seating:
        return self._keeper.standing.seating

    def open(self) -> None:
        """Make a PIN where there is none."""
        if not self._seating.pin:
            self.become(replace(self._seating, pin=new_pin()))

    def join(self, device: DeviceId, name: str, language: str) -> Handle:
        """Let somebody with a phone sit down; a phone that asks twice sits there already."""
        seated = self._seating.seated(device, name)
        if seated is not None:
            return seated
        handle = _new_handle()
        person = Person(_new_person(), name, device, handle, language)
        self.become(self._seating.join(person))
        return handle

    def add(self, device: DeviceId, name: str) -> PersonId:
        """Let somebody without a phone sit down, as the host says."""
        self._seating.check_host(device)
        person = Person(_new_person(), name)
        self.become(self._seating.join(person))
        return person.id

    def add_bot(self, device: DeviceId, strength: str) -> PersonId:
        """Let a bot sit down, as the host says; its page is no browser's."""
        self._seating.check_host(device)
        own = DeviceId(f"bot {secrets.token_hex(8)}")
        name = self._seating.free_bot_name()
        bot = Person(_new_person(), name, own, _new_handle(), bot=strength)
        self.become(self._seating.join(bot))
        return bot.id

    def by_host(self, device: DeviceId, change: Callable[[Seating], Seating]) -> None:
        """Change the seating as the host says."""
        self._seating.check_host(device)
        self.become(change(self._seating))

    def ask(self, device: DeviceId, person: PersonId) -> None:
        """Note that a device asks for a page; the host's own needs to ask nobody."""
        request = SeatRequest(secrets.token_urlsafe(6), person, device)
        if device == self._seating.host:
            self.become(self._seating.give_page(request, _new_handle(), by_host=True))
        else:
            self.become(self._seating.ask(request))

    def answer(self, device: DeviceId, request: str, *, grant: bool) -> None:
        """Give the page away, or drop the request."""
        handle = _new_handle() if grant else None
        self.become(self._seating.answer(device, request, handle))

    def take_host(self, device: DeviceId) -> None:
        """Make *device* the host's."""
        self.become(self._seating.with_host(device))

    def press(self, touch: Touch) -> bool:
        """Change places: press one's name, then the stand one sits at; else return False."""
        before, people = self._keeper.standing, self._seating.people
        stand = STAND_PLACES.index(touch.place) if touch.place in STAND_PLACES else -1
        if touch.gesture is not Gesture.PRESS or not 0 <= stand < len(people):
            return False
        ids = [person.id for person in people]
        there, picked = ids[stand], before.picked
        if picked is None or picked not in ids:
            self._keeper.show(replace(before, picked=there))
        elif picked == there:
            self._keeper.show(replace(before, picked=None))
        else:
            ids[ids.index(picked)], ids[stand] = there, picked
            self.become(self._seating.order(tuple(ids)))
        return True

    def become(self, seating: Seating) -> None:
        """Keep the seating; a question to phones that have changed has to be asked anew."""
        before = self._keeper.standing
        same = seating.seats_with_phone == before.seating.seats_with_phone
        self._keeper.become(
            replace(
                before,
                seating=seating,
                undo=before.undo if same else None,
                picked=None,
            ),
            Change(documents={"seating": seating.dump()}),
        )


def new_pin() -> str:
    """Return a fresh PIN."""
    return f"{secrets.randbelow(10**6):06}"


def _new_handle() -> Handle:
    return Handle(secrets.token_urlsafe(12))


def _new_person() -> PersonId:
    return PersonId(secrets.token_hex(4))
