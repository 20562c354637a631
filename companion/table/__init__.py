"""The constants that its sentences say: {NAME} in a catalogue is CONSTANTS[NAME]."""

from companion.limits import NAME_LENGTH
from companion.table.values.question_turns import PATIENCE_S

CONSTANTS = {"NAME_LENGTH": NAME_LENGTH, "PATIENCE_MINUTES": PATIENCE_S / 60}
