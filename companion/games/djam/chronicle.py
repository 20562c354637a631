"""The words of the whole match, round by round, and the richest of them."""

from companion.games.djam.state import Chapter, Djam, Spoken


def chapters(state: Djam) -> tuple[Chapter, ...]:
    """Return every round in which something was said, the present one last."""
    told = state.chapters
    if not state.spoken or state.roll is None or (told and told[-1].round == state.round):
        return told
    theme = state.drawn or state.options.themes[state.roll.theme]
    return (*told, Chapter(state.round, theme, state.roll.first_letter, state.spoken))


def richest(state: Djam) -> Spoken | None:
    """Return the written word that brought the most stones, the first of equals."""
    words = (each for chapter in chapters(state) for each in chapter.spoken)
    won = [each for each in words if each.valid and each.word and each.stones > 0]
    return max(won, key=lambda each: each.stones, default=None)
