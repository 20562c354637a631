"""What the kit makes of an offer: its button stands where the question's answers have none."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from companion.engine.offers import Number, Offer
from companion.engine.step import Answer, Either, Main, ShellAnswer, Step
from companion.ports import Message

OFFER = Offer("Bid", (Number("coins", 0, 9),))
ABOUT = Message("xy.step.bid")
BID, NONE = Answer("Bid", Message("bid"), form="form-Bid"), Answer("None", Message("none"))


def drawn(**context: object) -> str:
    loader = PackageLoader("web", "pages/templates")
    templates = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    source = '{% from "offers.html" import form with context %}{{ form(offer) }}'
    return templates.from_string(source).render(offer=OFFER, t=str, **context)


def test_a_form_that_the_bar_sends_has_no_second_button() -> None:
    for answers in (Main(BID, NONE), Either(NONE, BID)):
        assert "<button" not in drawn(step=Step(about=ABOUT, answers=answers))


def test_any_other_form_has_its_button() -> None:
    on_stage, aloud = Step(about=ABOUT), Step(about=ABOUT, answers=Main(BID, NONE)).plain()
    others = Step(about=ABOUT, answers=Main(ShellAnswer("next", Message("next")), NONE))
    for context in ({}, *({"step": each} for each in (None, on_stage, aloud, others))):
        assert "<button>do.Bid</button>" in drawn(**context)
