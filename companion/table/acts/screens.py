"""A device becomes a stand, sleeps, is one no more. Table thread only."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from companion.engine.game import Deadline
from companion.engine.replay import ScreenMoved
from companion.errors import refuse
from companion.ports import Place
from companion.table.acts.screen_presence import ASLEEP_S, ScreenPresence
from companion.table.committer import Committer
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.screens import (
    CODE_S,
    AskingScreen,
    Code,
    Screen,
    ScreenId,
    ScreenRights,
    Screens,
    checked_places,
    digest_of,
    owners,
)
from companion.table.values.seating import Seating
from companion.table.values.state import TableState

SOON_S: Final = 0.05
LABELS: Final = 10_000
CODE_BYTES: Final = 15
"""Of a code that is scanned: nobody tries so many."""


class ScreenStands:
    """Works out which device is which stand and hands it to the committer."""

    def __init__(
        self,
        committer: Committer,
        clock: Callable[[], float],
        today: Callable[[], str],
    ) -> None:
        """*clock* returns monotonic seconds, *today* date and time."""
        self._committer = committer
        self.presence = ScreenPresence(clock)
        self._clock = clock
        self._today = today
        self._random: Random = secrets.SystemRandom()
        self.ask_for_stand: Callable[[Screens, Screen, PersonId, DeviceId], None] = (
            _nobody_asks
        )
        """Asks the others, in a match; the table sets it."""
        self.lose: Callable[[Place], object] = lambda _place: None
        """Hears of each place whose screen is gone: no finger is there any more."""

    @property
    def _screens(self) -> Screens:
        return self._committer.state.screens

    @property
    def _seating(self) -> Seating:
        return self._committer.state.seating

    # -- asking --------------------------------------------------------------------------

    def ask(self, device: DeviceId, address: str, *, middle: bool = False) -> None:
        """Let *device* ask to be a stand, or the *middle*; the host's page asks which."""
        if self._seating.closed:
            raise refuse("door-closed-screen")
        if self._screens.rights.of(device) is None:
            label = self._new_label()
            asking = AskingScreen(self._new_id(), device, label, address, middle)
            self._show(self._screens.ask(asking))

    def withdraw(self, device: DeviceId) -> None:
        """Let *device* ask no more, and be no stand."""
        left = tuple(each for each in self._screens.asking if each.device != device)
        screen = self._screens.rights.of(device)
        if screen is not None:
            self._take(screen)
        elif left != self._screens.asking:
            self._show(replace(self._screens, asking=left))

    # -- giving --------------------------------------------------------------------------

    def give(
        self, by: DeviceId, id_: ScreenId, places: tuple[str, ...], *, rest: bool = False
    ) -> None:
        """Let the device that asks, or a screen, be the stand at *places*, as *by* says.

        *rest*: at none of these, but at all that are left, whoever comes and goes.
        """
        self._check_giver(by)
        known = {each.id: each for each in self._screens.rights.screens}
        if id_ in known:
            asked, label = known[id_].device, known[id_].label
        else:
            asking = self._screens.asked_by(id_)
            asked, label = asking.device, asking.label
        wanted = () if rest else checked_places(places)
        self._give(by, self._new_screen(asked, label, wanted, rest=rest))

    def code(self, by: DeviceId, places: tuple[str, ...], *, rest: bool = False) -> str:
        """Return a secret that makes the device that brings it the stand at *places*, once.

        *rest*: as above.
        """
        self._check_giver(by)
        secret = secrets.token_urlsafe(CODE_BYTES)
        ends_s = self._clock() + CODE_S
        wanted = () if rest else checked_places(places)
        code = Code(digest_of(secret), wanted, by, ends_s, rest)
        self._show(self._screens.with_code(code))
        return secret

    def redeem(self, device: DeviceId, secret: str) -> None:
        """Let *device* be what *secret* is worth; the code is over then."""
        code = self._screens.code(secret, self._clock())
        self._check_giver(code.by)
        label = self._new_label()
        screen = self._new_screen(device, label, code.places, rest=code.rest)
        self._give(code.by, screen, code)

    def become_own(self, device: DeviceId, handle: Handle) -> None:
        """Let the phone of a page be the own stand of its owner, who plays by paper now.

        Before a match: a phone that has shown a seat's view in it is never its stand.
        """
        seating = self._seating
        person = seating.holder(device, handle)
        if seating.playing or person.on_loan:
            raise refuse("not-now")
        if device == seating.host:
            raise refuse("host-stand")
        if sum(each.device == device for each in seating.people) > 1:
            raise refuse("shared-phone")
        place = next((p for p, who in owners(seating).items() if who == person.id), None)
        if place is None:
            raise refuse("no-such-place")
        seating = seating.without_page(person).remembering()
        state = replace(self._committer.state, seating=seating)
        screen = self._new_screen(device, self._new_label(), (place,))
        state = self._with(state, screen)
        change = Change(documents={"seating": seating.dump()})
        self._committer.become(state, change)

    def _check_giver(self, by: DeviceId) -> None:
        """Raise Rejected unless *by* is the host's, or somebody's own who sits here."""
        seated = (each.device for each in self._seating.people if each.has_phone)
        if by != self._seating.host and by not in seated:
            raise refuse("not-seated")

    def _give(self, by: DeviceId, screen: Screen, code: Code | None = None) -> None:
        rights, seating = self._screens.rights, self._seating
        rights.check_stand(seating, screen.device, screen.places)
        before = rights.of(screen.device)
        new = [p for p in screen.places if before is None or p not in before.places]
        owned = [p for p in new if p in owners(seating)]
        # It goes with what comes of it, or stays.
        screens = self._screens.without_code(code)
        if owned and seating.playing:
            if before is None:  # whom a code has brought asks too, until somebody says yes
                asking = AskingScreen(screen.id, screen.device, screen.label, "")
                screens = screens.asked_about(asking)
            self.ask_for_stand(screens, screen, owners(seating)[owned[0]], by)
        else:
            state = replace(self._committer.state, screens=screens)
            self._become(self._with(state, screen))

    def stand(self, screen: Screen) -> None:
        """Let *screen* be the stand at its places: they are nobody else's from now on."""
        state = self._committer.state
        state.screens.rights.check_stand(state.seating, screen.device, screen.places)
        self._become(self._with(state, screen))

    def _with(self, state: TableState, screen: Screen) -> TableState:
        screens = state.screens
        asking = tuple(each for each in screens.asking if each.device != screen.device)
        rights = screens.rights.give(screen)
        screens = self._awake(replace(screens, rights=rights, asking=asking))
        about = state.question is not None and state.question.device == screen.device
        return replace(state, screens=screens, question=None if about else state.question)

    # -- taking back ---------------------------------------------------------------------

    def take(self, by: DeviceId, id_: ScreenId) -> None:
        """Let a screen be no stand any more, as the host says."""
        self._seating.check_host(by)
        asking = [each for each in self._screens.asking if each.id == id_]
        if asking:
            self.withdraw(asking[0].device)
            return
        self._take(self._screens.screen(id_))

    def _take(self, screen: Screen) -> None:
        rights = self._screens.rights
        left = tuple(each for each in rights.screens if each != screen)
        screens = replace(self._screens, rights=replace(rights, screens=left))
        self._become(replace(self._committer.state, screens=self._awake(screens)))

    def _become(self, state: TableState) -> None:
        """Let *state* be the table's; in a match its log tells everybody what has moved."""
        state = self._committer.lawful(state)  # what is left is told in the same breath
        moved = _moved(self._screens.rights, state.screens.rights)
        change = Change()
        if state.match is not None and moved:
            start = len(state.match.log)
            match = state.match.with_entries(moved, secrets.token_urlsafe(9), None)
            state = replace(state, match=match)
            change = Change(match=match.id, start=start, rows=match.rows(start))
        self._committer.become(state, change)
        for entry in moved:
            if not entry.on:
                self.lose(entry.place)

    # -- looking again -------------------------------------------------------------------

    @property
    def alarm(self) -> tuple[Deadline, float] | None:
        """When to look again who sleeps, and in how many seconds that is."""
        screens, presence = self._screens, self.presence
        now_s = self._clock()
        up = [each for each in screens.rights.screens if each.id in screens.up]
        left = [presence.left_s(each.device) for each in up]
        left += [presence.left_s(each.device, asking=True) for each in screens.asking]
        left += [each.ends_s - now_s for each in screens.codes]
        if not left:
            return None
        watched = [str(each.id) for each in up]
        watched += [str(each.id) for each in screens.asking]
        watched += [each.digest[:8] for each in screens.codes]
        return Deadline(" ".join(["screens", *watched]), ASLEEP_S), max(SOON_S, min(left))

    def review(self) -> None:
        """Look again who is awake, who still asks, which codes are still worth something."""
        before, now_s = self._screens, self._clock()
        asking = tuple(e for e in before.asking if self.presence.is_there(e.device))
        codes = tuple(each for each in before.codes if each.ends_s > now_s)
        after = self._awake(replace(before, asking=asking, codes=codes))
        if after != before:
            self._show(after)
        for screen in before.rights.screens:
            if screen.id in before.up - after.up:
                for place in screen.places:
                    self.lose(place)

    def _awake(self, screens: Screens) -> Screens:
        is_up = self.presence.is_up
        up = frozenset(s.id for s in screens.rights.screens if is_up(s.device))
        return replace(screens, up=up)

    def _show(self, screens: Screens) -> None:
        self._committer.show(replace(self._committer.state, screens=screens))

    # -- names ---------------------------------------------------------------------------

    def _new_screen(
        self,
        device: DeviceId,
        label: str,
        places: tuple[Place, ...],
        *,
        rest: bool = False,
    ) -> Screen:
        before = self._screens.rights.of(device)
        if before is not None:
            return replace(before, places=places, rest=rest)
        return Screen(self._new_id(), device, places, label, self._today(), rest)

    def _new_id(self) -> ScreenId:
        return ScreenId(secrets.token_urlsafe(9))

    def _new_label(self) -> str:
        """Return four digits that no other screen shows."""
        taken = {each.label for each in self._screens.asking}
        taken |= {each.label for each in self._screens.rights.screens}
        while (label := f"{self._random.randrange(LABELS):04}") in taken:
            pass
        return label


def _moved(before: ScreenRights, after: ScreenRights) -> list[ScreenMoved]:
    was = {(p, each.device) for each in before.screens for p in each.places}
    now = {(p, each.device) for each in after.screens for p in each.places}
    gone = {place for place, _ in was - now} - {place for place, _ in now - was}
    return [
        *(ScreenMoved(place, on=False) for place in sorted(gone)),
        *(ScreenMoved(place, on=True) for place, _ in sorted(now - was)),
    ]


def _nobody_asks(
    _screens: Screens, _screen: Screen, _person: PersonId, _by: DeviceId
) -> None:
    raise refuse("not-now")
