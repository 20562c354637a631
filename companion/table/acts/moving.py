"""A page, or the host's right, goes to another device: only if somebody else says yes."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from companion.engine.game import Deadline, Gesture, Touch
from companion.engine.replay import Moved, PageMoved
from companion.errors import refuse
from companion.ports import Place
from companion.table.acts.lobby import new_handle
from companion.table.acts.presence import Presence
from companion.table.committer import Committer
from companion.table.values.entries import Change
from companion.table.values.ids import DeviceId, Handle, PersonId
from companion.table.values.question_turns import QuestionTurns
from companion.table.values.screens import Screen, ScreenRights, Screens
from companion.table.values.seat_question import Right, SeatQuestion
from companion.table.values.seating import Seating
from companion.table.values.state import TableState

LOOK_S = 5.0
"""So often it is looked who can answer an open question: devices come and go."""
LONG_NS = 3_000_000_000
"""No game wants a button held so long: then it is a yes, whatever it means there."""


class Moving:
    """Asks, collects the answers and gives away. Table thread only."""

    def __init__(
        self,
        committer: Committer,
        presence: Presence,
        stand: Callable[[Screen], object],
    ) -> None:
        """*stand* lets a screen be a stand, once somebody else has said yes."""
        self._committer = committer
        self._stand = stand
        self._presence = presence
        self._turns = QuestionTurns()
        self._finger = ("", 0)
        """During which question a finger came to its stand, and when."""

    @property
    def _rights(self) -> ScreenRights:
        return self._committer.state.screens.rights

    # -- asking --------------------------------------------------------------------------

    def ask_for_page(self, device: DeviceId, person: PersonId) -> None:
        """Ask whether *device* may hold the page of *person*."""
        seating = self._committer.state.seating
        seating.check_page(person)
        self._rights.check_page(seating, person, device)
        if seating.person(person).device == device:
            raise refuse("present", name=seating.person(person).name)
        self._ask(self._new("page", person, device))

    def ask_for_host(self, device: DeviceId, handle: Handle) -> None:
        """Ask whether the device of the page *handle* may be the host's."""
        seating = self._committer.state.seating
        person = seating.holder(device, handle)
        if device == seating.host:
            raise refuse("host-already")
        if person.on_loan:  # its owner would be the host for good
            raise refuse("host-lent")
        self._ask(self._new("host", person.id, device))

    def ask_for_stand(
        self, screens: Screens, screen: Screen, person: PersonId, by: DeviceId
    ) -> None:
        """Ask whether *screen* may be the stand of *person* in the match, as *by* wants it.

        Once it is asked *screens* are those of the table; refused, nothing has changed.
        """
        asking = self._new("stand", person, screen.device)
        self._ask(replace(asking, by=by, screen=screen), screens)

    def _new(self, right: Right, person: PersonId, device: DeviceId) -> SeatQuestion:
        now_s = self._presence.clock()
        return SeatQuestion(secrets.token_urlsafe(6), right, person, device, now_s)

    def _ask(self, asking: SeatQuestion, screens: Screens | None = None) -> None:
        state, device, now_s = self._committer.state, asking.device, asking.asked_s
        reviewed = self._reviewed(asking)
        if reviewed is not None and reviewed.granted:  # the host's own, before a match
            self._grant(reviewed)
            return
        turns, open_ = self._turns.at(now_s), self._open
        holds = frozenset(each.device for each in state.seating.people if each.device)
        stays = (
            open_ is not None
            and open_.device != device
            and not turns.gives_way(open_, device, holds, now_s)
        )
        if stays:
            self._turns = turns.refused(device, now_s)
            raise refuse("question-open")
        if turns.too_soon(device, open_, now_s):
            raise refuse("ask-later")
        if open_ is None and turns.kept_for_another(device):
            self._turns = turns.refused(device, now_s)
            raise refuse("others-first")
        self._turns = turns.begun(device, now_s, open_)
        screens = screens or state.screens
        self._committer.show(replace(state, question=reviewed, screens=screens))

    # -- answering -----------------------------------------------------------------------

    def answer(self, device: DeviceId, question: str, *, grant: bool) -> None:
        """Take the answer of a device that is asked; one no ends it, the host's always."""
        open_, host = self._asked(question), self._committer.state.seating.host
        if device not in open_.answerers.asked and (grant or device != host):
            raise refuse("not-asked")
        if grant:
            self._consider(open_.agree(device))
        else:
            self._end(open_)

    def answer_here(self, question: str, *, grant: bool) -> None:
        """Take the answer of the table's own machine, if it is asked."""
        open_ = self._asked(question)
        if not open_.answerers.here:
            raise refuse("not-asked")
        if grant:
            self._grant(open_)
        else:
            self._end(open_)

    def _end(self, question: SeatQuestion) -> None:
        """Let it have been answered with a no."""
        self._turns = self._turns.ended(question)
        self._consider(question.deny(self._presence.clock()))

    def press(self, touch: Touch, *, idle: bool) -> bool:
        """Return whether *touch* is the yes that is waited for, and then give away.

        The finger has to have come after the question. *idle*: the press means nothing in
        the game; one that does is a yes only if it was held as no game wants it held.
        """
        question = self._open
        if question is None or question.answerers.place != touch.place:
            return False
        match touch.gesture:
            case Gesture.DOWN:
                self._finger = (question.id, touch.at_ns)
                return False
            case Gesture.PRESS | Gesture.HOLD:
                asked, since_ns = self._finger
                if asked != question.id or not (idle or touch.at_ns - since_ns >= LONG_NS):
                    return False
                self._grant(question)
                return True
            case _:
                assert_never(touch.gesture)

    def waits_at(self, place: Place) -> bool:
        """Return whether a press at *place* may be the yes that is waited for."""
        question = self._open
        return question is not None and question.answerers.place == place

    def take_back(self, device: DeviceId, person: PersonId) -> None:
        """Let the device that held a page last hold it again."""
        seating = self._committer.state.seating
        self._rights.check_page(seating, person, device)
        self._move(seating.take_back(person, device, new_handle()), person, "page")

    @property
    def _open(self) -> SeatQuestion | None:
        question = self._reviewed(self._committer.state.question)
        return None if question is None or question.denied_s is not None else question

    def _asked(self, question: str) -> SeatQuestion:
        open_ = self._open
        if open_ is None or open_.id != question:
            raise refuse("no-such-request")
        return open_

    # -- looking again -------------------------------------------------------------------

    @property
    def deadline(self) -> Deadline | None:
        """When to look again who can answer."""
        question = self._committer.state.question
        return None if question is None else Deadline(f"question {question.id}", LOOK_S)

    def review(self) -> None:
        """Look again who can answer, and whether the question is over."""
        state = self._committer.state
        reviewed = self._reviewed(state.question)
        if reviewed != state.question:
            self._consider(reviewed)

    def _reviewed(self, question: SeatQuestion | None) -> SeatQuestion | None:
        state = self._committer.state
        if question is None:
            return None
        return question.reviewed(state.seating, state.match, self._presence.look())

    def _consider(self, question: SeatQuestion | None) -> None:
        question = self._reviewed(question)
        if question is not None and question.granted:
            self._grant(question)
        else:
            self._committer.show(replace(self._committer.state, question=question))

    # -- giving --------------------------------------------------------------------------

    def _grant(self, question: SeatQuestion) -> None:
        self._turns = self._turns.ended(question)
        seating, person = self._committer.state.seating, question.person
        if question.screen is not None:
            self._stand(question.screen)
            return
        moved: Moved = "page"
        if question.right == "host":
            moved, given = "host", replace(seating, host=question.device)
        else:
            self._rights.check_page(seating, person, question.device)
            willing = seating.person(person).device in question.agreed
            given = seating.give_page(
                person, question.device, new_handle(), willing=willing
            )
        self._move(given, person, moved)

    def lend(self, host: DeviceId, person: PersonId, owner: PersonId | None) -> Handle:
        """Hand somebody without a phone the one of *owner*, None: the host's; return the page.

        Only for a question that takes what that seat alone sees: else the plain page will do, which
        shows nothing private. All hear of it; it ends with its return, or the match.
        """
        state, handle = self._committer.state, new_handle()
        state.seating.check_host(host)
        whom, match = state.seating.person(person), state.running()
        view = match.game.seat_view(match.state, state.seat_of(whom))
        device = host if owner is None else state.seating.phone_of(owner)
        self._rights.check_page(state.seating, person, device)
        lent = state.seating.lend(person, device, handle)
        if not match.game.asked(view, match.game.offers(view)).private:
            raise refuse("nothing-private", name=whom.name)
        self._move(lent, person, "loan")
        return handle

    def give_back(self, device: DeviceId, person: PersonId) -> None:
        """End a loan, as whoever holds the phone or the host says."""
        seating = self._committer.state.seating
        if device not in (seating.person(person).device, seating.host):
            raise refuse("no-such-page")
        self._move(seating.give_back(person), person, "return")

    def _move(self, seating: Seating, person: PersonId, right: Moved) -> None:
        """Keep who holds what now; in a match everybody hears of it, and its log tells."""
        state, seating = self._committer.state, seating.remembering()
        change = Change(documents={"seating": seating.dump()})
        about = state.question is not None and state.question.person == person
        question = None if about else state.question
        after = replace(state, seating=seating, question=question)
        seat = seating.seat(person)
        if state.match is not None and seat is not None:
            start = len(state.match.log)
            moved = PageMoved(seat, right)
            match = state.match.with_entries([moved], secrets.token_urlsafe(9), None)
            after = replace(after, match=match)
            change = replace(change, match=match.id, start=start, rows=match.rows(start))
        self._committer.become(_without_vote(after, state), change)


def _without_vote(after: TableState, before: TableState) -> TableState:
    """End a question about undo where other phones would have to be asked now."""
    same = before.seating.seats_with_phone == after.seating.seats_with_phone
    return after if same else replace(after, undo=None)
