"""The step: one answer to "what now?". From it alone pages make question, answers and guide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.engine.offers import Offer, Value
from companion.ports import Message

ShellAct = Literal["prepare", "go-on", "again", "skip", "next"]
"""What the shell itself does: to the preparations, on after a pause, once more, past a show, to
the next mark of a tutorial."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button that sends a command of class *kind*."""

    kind: str
    label: Message
    fields: tuple[tuple[str, Value], ...] = ()
    """What goes along; the command's other fields stand in *form*."""
    form: str = ""
    """Id of the form on the stage that the button sends."""
    sure: Message | None = None
    """What is asked before it is sent, if anything."""
    chosen: bool | None = None
    """Whether this is what the seat has answered; None: nothing stays chosen here."""
    ready: bool = True
    """Whether it can be given now; one that is awaited, or was given, stands there too."""
    any_time: bool = False
    """Whether it means the same under the next question too, as a buzzer does."""
    quiet: bool = False
    """Whether it goes back or leaves something out: alone beside the question, it is not loud."""


@dataclass(frozen=True, slots=True)
class ShellAnswer:
    """A button of the shell's own."""

    act: ShellAct
    label: Message


@dataclass(frozen=True, slots=True)
class Main:
    """One plain way on, and perhaps the way round it."""

    answer: Answer | ShellAnswer
    other: Answer | None = None


@dataclass(frozen=True, slots=True)
class Either:
    """Two equals: nobody is to be nudged to one of them."""

    first: Answer
    second: Answer


@dataclass(frozen=True, slots=True)
class OnStage:
    """The answers lie on the stage: commands of these *kinds*; none: there is only to wait."""

    kinds: tuple[str, ...] = ()


Answers: TypeAlias = Main | Either | OnStage


Sentence = Literal["ask", "hint", "explain"]
"""The question, what one should know for it, and what a first match says about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What somebody is asked now.

    *about*, *hint* and *waits_for* are spoken and stand uncovered: they tell nothing that the
    table's own view does not.
    """

    about: Message
    """Begins the ids of its sentences: ``….ask``, and where a game has them the others."""
    turn: int | str = ""
    """Which time it is asked."""
    hint: Message | None = None
    """In place of the usual one."""
    answers: Answers = OnStage()
    stage: str = ""
    """Id of the section of the page that this is about; "": its top."""
    on_stands: str = ""
    """The same where the cards are read off the stands, if it is another section then."""
    waits_for: tuple[str, ...] = ()
    """The names of those whom the table waits for."""
    private: bool = False
    """Whether the answer takes what this seat alone sees, or nobody else may hear it: who
    has no phone is handed one."""
    skip: Answer | None = None
    """What goes on without the answer of somebody who has no phone, if the rules allow it."""

    @property
    def name(self) -> str:
        """Which question; up to its first dash it is that of the middle of the table."""
        return self.about.id.rpartition(".")[2]

    @property
    def id(self) -> str:
        """Changes only when the question does."""
        return f"{self.name}:{self.turn}"

    def sentence(self, part: Sentence) -> Message:
        """Return what is said; a game need not have it, but for the question."""
        if part == "hint" and self.hint is not None:
            return self.hint
        return Message(f"{self.about.id}.{part}", self.about.params)

    @property
    def buttons(self) -> Sequence[Answer | ShellAnswer]:
        """The answers that stand beside the question: two at most."""
        match self.answers:
            case Main(answer, other):
                return (answer,) if other is None else (answer, other)
            case Either(first, second):
                return first, second
            case OnStage():
                return ()

    def plain(self) -> "Step":
        """Return what somebody else may enter for whoever has no phone: what is said aloud.

        The question, and the buttons that take nothing from the stage; not which one the
        seat has chosen. A buzzer stands there before it counts, as on a phone.
        """
        given = [each for each in self.buttons if isinstance(each, Answer)]
        here = [e for e in given if (e.ready or e.any_time) and not e.form]
        said = [replace(each, chosen=None) for each in here]
        answers: Answers = OnStage()
        if isinstance(self.answers, Either) and len(said) == len(given):
            answers = Either(*said)
        elif said:
            answers = Main(*said)
        return replace(self, answers=answers, stage="")

    def aloud(self, offers: Sequence[Offer]) -> tuple[Offer, ...]:
        """Return those of *offers* on the stage that somebody else may enter: nothing private."""
        kinds = self.kinds - self.plain().kinds if not self.private else frozenset[str]()
        return tuple(each for each in offers if each.kind in kinds)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of commands that answer it; what else is offered stands elsewhere."""
        on_stage = self.answers.kinds if isinstance(self.answers, OnStage) else ()
        in_bar = (each.kind for each in self.buttons if isinstance(each, Answer))
        return frozenset((*on_stage, *in_bar))


def back() -> Step:
    """Return what whoever has left is asked, in every game."""
    answer = Answer("ComeBack", Message("step.act.come-back"))
    return Step(about=Message("step.left"), answers=Main(answer))
