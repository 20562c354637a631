"""One thread that works off whatever is handed in, in order; every answer is a Future."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from companion.table.storage.event_log import StorageError

T = TypeVar("T")


class Inbox:
    """What a piece of work raises goes to whoever handed it in; the thread goes on."""

    def __init__(
        self,
        name: str,
        *,
        at_end: Callable[[], None],
        afterwards: Callable[[], None] = lambda: None,
    ) -> None:
        """*afterwards* is called once a piece of work has been answered: nobody waits for it."""
        self._at_end, self._afterwards = at_end, afterwards
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name)
        self._door = threading.Lock()
        self._closed = False

    def start(self, first: Callable[[], None]) -> None:
        """Begin with *first*; where that fails, nothing was started."""
        ready = self.hand_in(first)
        if not self._closed:
            self._thread.start()
        try:
            ready.result()
        except BaseException:
            self.stop()
            raise

    def hand_in(self, work: Callable[[], T]) -> Future[T]:
        """Put *work* in the inbox and return at once."""
        reply: Future[T] = Future()
        with self._door:
            if not self._closed:
                self._work.put(_answering(reply, work))
                return reply
        reply.set_exception(StorageError("The table is closed: nothing can be kept."))
        return reply

    def stop(self) -> None:
        """Finish what is in the inbox, then stop; does no harm twice or before a start."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._work.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()
            self._afterwards()
        self._at_end()


def _answering(reply: Future[T], work: Callable[[], T]) -> Callable[[], None]:
    def answer() -> None:
        if not reply.set_running_or_notify_cancel():
            return
        try:
            done = work()
        except BaseException as error:  # noqa: BLE001 - it goes back to whoever asked
            reply.set_exception(error)
        else:
            reply.set_result(done)

    return answer
