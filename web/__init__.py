"""The constants that its sentences say: {NAME} in a catalogue is CONSTANTS[NAME]."""

from companion.limits import SEATS_ALONE
from companion.table.acts.moving import LONG_NS
from companion.table.values.seat_question import PRESS_S
from companion.table.values.sightings import ABSENT_S

CONSTANTS = {
    "ABSENT_MINUTES": ABSENT_S / 60,
    "BOTS_ALONE": SEATS_ALONE - 1,
    "LONG_S": LONG_NS / 1e9,
    "PRESS_S": PRESS_S,
}
