"""Who goes and who comes back, with what that does in this game alone."""

from companion.engine import people
from companion.engine.events import Undo, event


@event(undo=Undo.CONSENT, tells=True, public="seat", moment="left")
class PlayerLeft(people.PlayerLeft):
    """The player left; whether the table could make its word says something of its hand.

    *keeps_word*: what it laid face down lies on, with all that it reserved; before this was
    kept, a word that used a cover went back.
    """

    keeps_word: bool = False


@event(undo=Undo.CONSENT, tells=False, public="seat", moment="back")
class PlayerCameBack(people.PlayerCameBack):
    """The player is back.

    *unchosen*: whoever was to take this one's red clue token gives no clue any more; before
    this was kept, that player stayed the cluegiver.
    """

    unchosen: bool = False
