"""What tests alone ask of a game: it stands beside the game, and the program never reads it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from companion.ports import Seat

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForTests(Generic[StateT]):
    """``FOR_TESTS`` of the module ``for_tests`` in a game's folder."""

    twin: Callable[[StateT, Seat, Random], StateT]
    """Return another state that the seat must not be able to tell apart."""
    fits: Callable[[StateT, Seat, str, Random], Mapping[str, Any] | None] | None = None
    """Return fields of an offer, by its kind, that the rules take, where hardly any random ones
    are: a word that begins with a certain letter, the secret one; None: no certain ones."""
    variants: Sequence[Mapping[str, Any]] = ({},)
    """Host's options that make different matches; tests play each."""
    on_stands: bool = False
    """Whether it is played by fingers on the stands: random play touches them then."""
    no_secrets: Collection[str] = ()
    """Fields of the state that are no secret though no page shows them at every moment."""
    private_steps: Collection[str] = ()
    """Steps for which a phone is handed over: what nobody else may see or hear."""
    rare_steps: Collection[str] = ()
    """Steps that have sentences and that random play hardly ever meets."""
    handed_round: Mapping[str, Any] = field(default_factory=dict)
    """The host's options of a match without a finger on any stand."""
    uncovered: Collection[str] = ()
    """Fields of a seat's view that stand on its page without a cover, because the rules say so."""
    quiet_choices: Collection[str] = ()
    """Choices of the host's of which random play sees no difference."""
    rare_events: Sequence[type] = ()
    """Events that random play hardly ever meets; the game's own tests bring them about."""
