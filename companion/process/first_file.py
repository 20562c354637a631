"""``python -m companion.process.first_file FOLDER FILE``: the table's file comes along as well.

For `stick.sh`, which alone may write it: before the start that takes all else of what was found.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.config.file_change import FileChange
from companion.config.rig_file import rig_of
from companion.errors import CompanionError, plain
from companion.process.folder_lock import claimed
from companion.process.restore import found_files, is_new, judged

STAYS = "the table's file stays as it is"


def lay(folder: Path, path: Path) -> str:
    """Write the table's file of the backup in *folder* that the start will take to *path*.

    Return what came of it; CompanionError, OSError where the next start has to try again, as
    while a table runs: somebody may still sit down.
    """
    with claimed(folder, wait_s=0.0):
        if not is_new(folder):
            return f"{STAYS}: people have sat at this table already"
        if (taken := _taken(folder)) is None:
            return f"{STAYS}: none was found that can be put back"
        file, text = taken
        if not text:
            return (
                f"{STAYS}: {file} has none. To have that of another one: sudo companion "
                f"restore OTHER --only-table-file --table-file {path}"
            )
        try:
            rig_of(f"the table's file in {file}", text)
        except CompanionError as error:
            return f"{STAYS}: {error}"
        FileChange.keeping(path, text).make()
        return f"the table's file is another one now: {path}"


def _taken(folder: Path) -> tuple[Path, str] | None:
    """Return the backup that the start will take, and the table's file in it."""
    for _, file in found_files(folder):
        with suppress(Exception):  # what is wrong with it is said when it is tried
            return file, judged(file)[0].table_file
    return None


def main(arguments: Sequence[str]) -> int:
    """Say what came of it; 1: the next start has to try again."""
    folder, path = map(Path, arguments)
    try:
        said, code = lay(folder, path), 0
    except (CompanionError, OSError) as error:
        said, code = f"{STAYS} for now: {error}", 1
    sys.stderr.write(f"{plain(said)}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
