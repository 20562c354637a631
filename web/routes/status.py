"""How the program is, for people and for programs: facts that the whole house may know."""

from dataclasses import asdict

from flask import Blueprint, Response, jsonify

from companion.table.values.program_health import ProgramHealth
from web.routes.answers import html
from web.services import services

RECENT = 8
STEP_MB = 100
"""Room is told in steps: no reader can count what others write."""

blueprint = Blueprint("status", __name__)


@blueprint.get("/status")
def status() -> Response:
    health = services().health()
    incidents = [each for each in services().latest.incidents if each.kind != "started"]
    return html(
        "status.html",
        health=health,
        free_mb=_free_mb(health),
        minutes=_minutes(health),
        incidents=incidents[:RECENT],
    )


@blueprint.get("/healthz")
def healthz() -> Response:
    health = services().health()
    response = jsonify(_report(health))
    response.status_code = 200 if health.healthy else 503
    return response


def _report(health: ProgramHealth) -> dict[str, object]:
    activity = health.activity
    return {
        "well": health.healthy,
        "table": {"fresh": health.responsive},
        "saved": activity.saved,
        "disk": {"enough": health.has_room, "free_mb": _free_mb(health)},
        "stands": {
            place: {
                "up": display.up,
                "why": display.why,
                "air": display.air and asdict(display.air),
            }
            for place, display in health.stands.items()
        },
        "screens": [  # neither their keys nor the numbers they showed
            {"places": each.places, "up": each.up, "since": each.since}
            for each in services().latest.screens.values()
        ],
        "match": {
            "game": activity.game,
            "playing": activity.playing,
            "finished": activity.finished,
        },
        "people": activity.people,
        "up_minutes": _minutes(health),
    }


def _free_mb(health: ProgramHealth) -> int | None:
    return None if health.free_mb is None else health.free_mb // STEP_MB * STEP_MB


def _minutes(health: ProgramHealth) -> int:
    return int(health.up_s // 60)
