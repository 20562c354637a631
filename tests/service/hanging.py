"""The real program with one addition: SIGUSR1 lets the table's thread hang for ever."""

import signal
import sys
import threading
from typing import Any

from companion.cli.main import main
from companion.process import run as daemon
from companion.table.table import Table


class HangingTable(Table):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)

        def hang() -> None:
            threading.Thread(target=self.submit, args=(forever,)).start()

        signal.signal(signal.SIGUSR1, lambda *_: hang())


def forever() -> None:
    threading.Event().wait()


if __name__ == "__main__":
    vars(daemon)["Table"] = HangingTable
    sys.exit(main(sys.argv[1:]))
