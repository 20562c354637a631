"""A program that plays at a table and tells what it got an answer to, until it is killed.

``python -m tests.table.feeder FILE``; each line of its output is one acknowledged command.
"""

import sys
from pathlib import Path

from companion.games import GAMES
from tests.table.house import House

GAME = GAMES["letter_jam"]()


def main(path: Path) -> None:
    house = House(GAME, path)
    house.table.start()
    if not house.shown.pages:
        house.seated("Anna", "Ben")
    if not house.log():
        house.start()
    at = len(house.log())
    say("ready")
    while True:
        for name in ("Anna", "Ben"):
            at += 1
            command_id = f"{name}-sure-{at:06}"
            house.do(name, "TellSure", command_id, sure=bool(at % 2))
            say(f"command {command_id}")
            house.note(name, "row:1", str(at))
            say(f"note {name} {at}")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
