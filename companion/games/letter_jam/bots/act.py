"""Bots: a seat's view and its offers in, a command out, or None: wait for the others.

A pure function: it sees and sends what a person in its seat could. Its chance comes from *seed*
and the moment, so in the same place it always does the same, also after a restart.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from companion.engine.game import Thought
from companion.engine.offers import Offer
from companion.games.letter_jam.bots import after_clue, finish
from companion.games.letter_jam.bots.bot import Bot
from companion.games.letter_jam.bots.minds import (
    WILDCARD_PRICE,
    after_a_search,
    come_to_mind,
)
from companion.games.letter_jam.bots.strengths import STRENGTHS
from companion.games.letter_jam.commands import (
    ChooseCluegiver,
    GiveClue,
    JudgeWord,
    LayClue,
    MakeWord,
    SeatCommand,
    TellFigures,
    TellNone,
    WantEnd,
)
from companion.games.letter_jam.spots import WILDCARD, Spot
from companion.games.letter_jam.view import Figures, PlayerView, SeatView
from companion.limits import BOT_PAUSE_S
from companion.ports import Seat
from companion.words.clue_ranking import RankedClue, rank, spots_of
from companion.words.lexicon import load_lexicon

GOOD = 1.5
"""Clues of this value are announced as good ones: as much as telling a letter and a half."""
LITTLE = 0.2
"""A common word that tells less is left for whatever word tells most."""
WEIGHED = 5
"""So many of the best clues that came to mind are looked at once more."""


def act(
    view: SeatView, offers: Collection[Offer], strength: str, seed: int
) -> SeatCommand | None:
    """Return what a bot of *strength* does now in the seat of *view*."""
    bot = Bot(view, STRENGTHS[strength], seed)
    kinds = {offer.kind for offer in offers}
    if "MakeWord" in kinds:
        return _make_word(bot)
    match view.table.phase:
        case "clue":
            return _in_clue(bot, kinds)
        case "decide":
            return after_clue.decide(bot, kinds)
        case "final":
            return _judge(view) or finish.finish(bot, kinds)
        case _:
            return None


# -- finding and giving a clue --


def _in_clue(bot: Bot, kinds: Collection[str]) -> SeatCommand | None:
    view = bot.view
    me = view.table.players[view.seat]
    if _enough(view):
        return None if me.wants_end else WantEnd(view.seat)
    if view.table.giver == view.seat:
        return _give(bot, kinds)
    if me.may_give and me.figures is None and not me.has_none:
        clue = find_clue(bot)
        if clue is None:
            return TellNone(view.seat)
        good = clue.value >= GOOD
        return TellFigures(view.seat, figures_of(view, clue.spots, good=good))
    if view.table.giver is None:
        giver = _choice(view)
        return None if giver is None else ChooseCluegiver(view.seat, giver)
    return None


def _enough(view: SeatView) -> bool:
    """Whether no clue is left to come: every row is done, or all who may give want no more."""
    givers = [player for player in view.table.players if player.may_give]
    return not _guessing(view) or (
        bool(givers) and all(player.wants_end for player in givers)
    )


def _guessing(view: SeatView) -> list[PlayerView]:
    """Return those who are here and have a letter of their row to guess."""
    table = view.table
    return [
        each for each in table.players if each.present and not table.stands[each.seat].done
    ]


def _give(bot: Bot, kinds: Collection[str]) -> SeatCommand | None:
    view = bot.view
    if "GiveClue" in kinds and view.table.chips:
        return GiveClue(view.seat)
    clue = find_clue(bot) or search_clue(bot)
    spots = _any_word(bot) if clue is None else clue.spots
    return LayClue(view.seat, tuple(map(Spot, spots)))


def _any_word(bot: Bot) -> Sequence[str]:
    """Return the spots of the commonest word where none helps anybody: the round goes by."""
    letters, weigh = bot.letters, bot.index.weight
    words = (
        after_a_search(bot, letters, wildcard=False)
        or after_a_search(bot, letters, wildcard=True)
        or sorted(bot.index.legal(letters), key=weigh, reverse=True)
    )
    # Where there is no word at all, any chip is better than a table that waits.
    return spots_of(words[0], bot.cards) if words else bot.view.spots[:1]


def find_clue(bot: Bot) -> RankedClue | None:
    """Return the best clue that comes to mind, None where none is worth telling of.

    Somebody else may have a better one; whoever gives although nobody has one goes on with
    `search_clue`.
    """
    return _worth(bot, come_to_mind(bot, bot.letters), bot.strength.together)


def search_clue(bot: Bot) -> RankedClue | None:
    """Return the best clue after a long search, with the wildcard where all else tells little.

    Where nothing is worth telling of it is what tells most, of common words if one tells a little,
    whatever the wildcard's price: a token is spent anyway.
    """
    plain = after_a_search(bot, bot.letters, wildcard=False)
    if (clue := _worth(bot, plain, bot.strength.together)) is not None:
        return clue
    words = [*plain, *after_a_search(bot, bot.letters, wildcard=True)]
    words += come_to_mind(bot, bot.letters)
    if (clue := _worth(bot, words)) is not None:
        return clue
    common = rank(bot.index, bot.cards, words=words, most=1)
    if common and common[0].value >= LITTLE:
        return common[0]
    told = rank(bot.index, bot.cards, most=1)
    return told[0] if told else None


def _worth(bot: Bot, words: Collection[str], together: float = 0.0) -> RankedClue | None:
    """Return the best clue among *words* that is worth telling of, None where none is.

    It tells one player much: a little to each of three, and nobody knows a letter. All that
    it tells comes to *together* letters at least.
    """
    concerns = {card.spot: card.concern for card in bot.cards}
    found = rank(bot.index, bot.cards, words=words, most=WEIGHED, wildcard=WILDCARD_PRICE)
    for clue in found:
        most = max(concerns[spot] * gain for spot, gain in clue.gains.items())
        if min(most, clue.value) >= bot.strength.worth and clue.value >= together:
            return clue
    return None


def figures_of(view: SeatView, spots: Sequence[str], *, good: bool = False) -> Figures:
    """Return what may be told of a clue."""
    used = set(spots)
    kinds = [stand.kind for stand in view.table.stands if stand.spot in used]
    return Figures(
        letters=len(spots),
        players=kinds.count("player"),
        nonplayers=kinds.count("nonplayer"),
        bonus=sum(spot in used for spot, _, _ in view.table.middle.bonus),
        wildcard=WILDCARD in used,
        good=good,
    )


def _choice(view: SeatView) -> Seat | None:
    """Return whom this seat would have give the clue, once everybody has told."""
    givers = [player for player in view.table.players if player.may_give]
    if not all(player.figures or player.has_none or player.wants_end for player in givers):
        return None
    if not givers:
        return None
    best = max(givers, key=_promise)
    if best.figures is not None:
        return best.seat
    # Where nobody has a clue a bot searches harder itself, if it may: no person is named.
    return view.seat if view.seat in [player.seat for player in _helpers(view)] else None


def thinks(view: SeatView, command: SeatCommand, _seed: int) -> Thought | None:
    """Return how long it leaves it to others to give where nobody has a clue.

    Who owes most red tokens and has given least has no need to wait, the others one by one.
    """
    players = view.table.players
    match command:
        case ChooseCluegiver(giver=giver) if players[giver].figures is None:
            own = _due(players[giver])
            before = sum(_due(player) > own for player in _helpers(view))
            return Thought(f"giver {view.table.clues_given}", (before + 1) * BOT_PAUSE_S)
        case _:
            return None


def _due(player: PlayerView) -> tuple[int, int, int]:
    return player.reds_owed, -player.clues_given, -player.seat


def _helpers(view: SeatView) -> list[PlayerView]:
    """Return who may give, of those the ones who can help somebody if there are any."""
    givers = [player for player in view.table.players if player.may_give]
    return [player for player in givers if _may_help(view, player)] or givers


def _may_help(view: SeatView, player: PlayerView) -> bool:
    """Whether *player* wants to go on, and sees a letter that somebody still has to guess."""
    others = (each for each in _guessing(view) if each.seat != player.seat)
    return not player.wants_end and any(others)


def _promise(player: PlayerView) -> tuple[float, bool, int]:
    figures = player.figures
    helped = -1.0 if figures is None else figures.players + 0.1 * figures.nonplayers
    return helped, player.reds_owed > 0, -player.seat


# -- making words, verdicts --


def _make_word(bot: Bot) -> SeatCommand | None:
    making = bot.view.making
    if making is None:
        return None
    hand = Counter([*making.share, *making.discards])
    words = load_lexicon(bot.language).secret_words("hard", making.length)
    if any(Counter(word) <= hand for word in words):
        return MakeWord(bot.view.seat, "")  # the table knows which the house does not want
    return MakeWord(
        bot.view.seat, "".join(sorted(hand.elements())[: making.length]), sure=True
    )


def _judge(view: SeatView) -> SeatCommand | None:
    """Accept what the list knows; what it does not know only the table can accept."""
    whose = view.table.to_reveal
    if whose is None:
        return None
    listed = bool(view.table.players[whose].listed)
    if listed or whose == view.seat:
        return JudgeWord(view.seat, whose, accepted=listed)
    return None
