"""A backup takes the place of what a log holds: in one transaction, so all of it or nothing."""

import secrets
from dataclasses import replace

import msgspec

from companion.table.storage.backup import Backup
from companion.table.storage.event_log import EventLog
from companion.table.storage.load import RESTORED, StateLoader
from companion.table.storage.safe_copy import packed
from companion.table.storage.taken_along import OF_THE_MOMENT, between_matches
from companion.table.values.entries import Change
from companion.table.values.incidents import Incident
from companion.table.values.seating import Seating


def put_back(log: EventLog, backup: Backup, loader: StateLoader) -> None:
    """Let *log* say what *backup* does; what a damaged one lacks stays as it was.

    A match that runs in *log* is put away there; one of *backup* waits for the host to go on.
    Raises UnusableFile, nothing changed, if *backup* cannot be read; StorageError of the disk.
    """
    matches = log.matches()
    match = backup.match
    if match is not None and any(each.id == match.match for each in matches):
        match = replace(match, match=secrets.token_hex(8))
    whole = replace(match or Change(), documents=backup.documents)
    seating = loader.of_change(whole).seating
    documents = {**backup.documents, **OF_THE_MOMENT, RESTORED: ""}
    if "seating" not in documents:  # the match that these people played is put away
        seating = _now(log) or Seating()
    documents["seating"] = between_matches(seating).dump()
    if match is not None:
        documents[RESTORED] = packed(whole, backup.at)
    told = [Incident("restored", backup.at)]
    told += [Incident("restored-part", each) for each in backup.lost]
    if backup.lost_moves:
        told.append(Incident("restored-moves", str(backup.lost_moves)))
    running = [each.id for each in matches if each.put_away is None]
    log.catch_up(
        [
            *(Change(match=each, put_away=True) for each in running),
            Change(documents=documents, incidents=told),
        ]
    )


def is_fresh(log: EventLog) -> bool:
    """Tell whether nobody has ever sat at this table, and nothing was put back either."""
    if log.document(RESTORED) is not None:
        return False
    now = _now(log)
    return now is not None and not (log.matches() or now.people or log.document("evenings"))


def _now(log: EventLog) -> Seating | None:
    """Return who sits there; None where that is damaged."""
    try:
        return msgspec.json.decode(log.document("seating") or "{}", type=Seating)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
