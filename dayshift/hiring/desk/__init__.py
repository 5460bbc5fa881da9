"""The desk: what members see and do: queue, list, person, ratings, decisions, messages, calendar, links, export."""

from dayshift.hiring.desk.calendar_routes import router as calendar_router
from dayshift.hiring.desk.decision_routes import (
    MOVE,
    MOVE_REFUSED,
    DecisionReply,
    Version,
    make_move,
)
from dayshift.hiring.desk.decision_routes import router as decision_router
from dayshift.hiring.desk.desk_routes import router as desk_router
from dayshift.hiring.desk.export import rows_of
from dayshift.hiring.desk.job_routes import StateChange, change_job_state
from dayshift.hiring.desk.job_routes import router as job_router
from dayshift.hiring.desk.link_routes import router as link_router
from dayshift.hiring.desk.links import find_valid, issue_token
from dayshift.hiring.desk.list_routes import router as list_router
from dayshift.hiring.desk.listing import Filters, ListView
from dayshift.hiring.desk.message_routes import router as message_router
from dayshift.hiring.desk.note_routes import router as note_router
from dayshift.hiring.desk.person_routes import router as person_router
from dayshift.hiring.desk.shared_routes import router as shared_router
from dayshift.hiring.desk.template_routes import router as template_router
from dayshift.hiring.desk.unsent_routes import router as unsent_router

__all__ = [
    "MOVE",
    "MOVE_REFUSED",
    "DecisionReply",
    "Filters",
    "ListView",
    "StateChange",
    "Version",
    "calendar_router",
    "change_job_state",
    "decision_router",
    "desk_router",
    "find_valid",
    "issue_token",
    "job_router",
    "link_router",
    "list_router",
    "make_move",
    "message_router",
    "note_router",
    "person_router",
    "rows_of",
    "shared_router",
    "template_router",
    "unsent_router",
]
