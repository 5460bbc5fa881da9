"""Applications: one candidate and one job, from the first tap to the first shift."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.applications.access import Seen, covers, deciders_of, find_seen, seen_with
    from dayshift.applications.actions import forget_candidate
    from dayshift.applications.calendar_routes import router as calendar_router
    from dayshift.applications.candidate import Applicable, ClosedBecause, states_of, zone_of
    from dayshift.applications.decision_routes import (
        MOVE,
        MOVE_REFUSED,
        DecisionReply,
        IdempotencyKey,
        Version,
        make_move,
    )
    from dayshift.applications.decision_routes import router as decision_router
    from dayshift.applications.decisions import letter_of_move, withdraw_all, withdraw_interview
    from dayshift.applications.desk_routes import router as desk_router
    from dayshift.applications.dropped import GRACE as DROPPED_GRACE
    from dayshift.applications.dropped import NOTE_REMOVED, close_applications
    from dayshift.applications.errors import AssessmentOver, ConsentMissing, JobClosed
    from dayshift.applications.events import (
        AnswerViewed,
        ApplicationMoved,
        AssessmentEnded,
        AssessmentOrdered,
        AssessmentWithdrawn,
        DecisionUnsent,
        MeetingErased,
        MessageSent,
        ReplyDue,
        ReplyMissed,
        ReviewLinkShared,
        SharingNarrowed,
    )
    from dayshift.applications.invariants import invariants
    from dayshift.applications.job_routes import StateChange, change_job_state
    from dayshift.applications.job_routes import router as job_router
    from dayshift.applications.legal import drop_old_records
    from dayshift.applications.link_routes import router as link_router
    from dayshift.applications.links import issue_token
    from dayshift.applications.meetings import Meeting, find_meeting, meeting_of
    from dayshift.applications.message_routes import router as message_router
    from dayshift.applications.orders import (
        FINISH_ORDER,
        Agreed,
        Invited,
        Order,
        accept_order,
        change_order,
        count_orders,
        count_untold,
        drop_old_orders,
        find_order,
        forget_orders,
        human_level,
        issue_order_token,
        open_order,
        order_ids_of,
        orders_of,
        own_order,
        place_order,
        refuse_order,
    )
    from dayshift.applications.promises import promise_of, reply_percents
    from dayshift.applications.queries import (
        Application,
        Grant,
        Offer,
        StoredMessage,
        StoredMove,
        View,
        any_application,
        applications_of,
        applied_to,
        changed_applications,
        count_views,
        find_grant,
        grants_of_user,
        messages_of,
        moves_of,
        offer_of,
        own_application,
        pending_of,
        views_of,
        views_of_user,
        waiting_for,
    )
    from dayshift.applications.routes import router
    from dayshift.applications.schemas import NewMove
    from dayshift.applications.stages import Action, Stage, Turn
    from dayshift.applications.tasks import handlers
    from dayshift.applications.unsent import Unsent, recipients_of, unsent_for
    from dayshift.applications.unsent_routes import router as unsent_router

__all__ = [
    "DROPPED_GRACE",
    "FINISH_ORDER",
    "MOVE",
    "MOVE_REFUSED",
    "NOTE_REMOVED",
    "Action",
    "Agreed",
    "AnswerViewed",
    "Applicable",
    "Application",
    "ApplicationMoved",
    "AssessmentEnded",
    "AssessmentOrdered",
    "AssessmentOver",
    "AssessmentWithdrawn",
    "ClosedBecause",
    "ConsentMissing",
    "DecisionReply",
    "DecisionUnsent",
    "Grant",
    "IdempotencyKey",
    "Invited",
    "JobClosed",
    "Meeting",
    "MeetingErased",
    "MessageSent",
    "NewMove",
    "Offer",
    "Order",
    "ReplyDue",
    "ReplyMissed",
    "ReviewLinkShared",
    "Seen",
    "SharingNarrowed",
    "Stage",
    "StateChange",
    "StoredMessage",
    "StoredMove",
    "Turn",
    "Unsent",
    "Version",
    "View",
    "accept_order",
    "any_application",
    "applications_of",
    "applied_to",
    "calendar_router",
    "change_job_state",
    "change_order",
    "changed_applications",
    "close_applications",
    "count_orders",
    "count_untold",
    "count_views",
    "covers",
    "deciders_of",
    "decision_router",
    "desk_router",
    "drop_old_orders",
    "drop_old_records",
    "find_grant",
    "find_meeting",
    "find_order",
    "find_seen",
    "forget_candidate",
    "forget_orders",
    "grants_of_user",
    "handlers",
    "human_level",
    "invariants",
    "issue_order_token",
    "issue_token",
    "job_router",
    "letter_of_move",
    "link_router",
    "make_move",
    "meeting_of",
    "message_router",
    "messages_of",
    "moves_of",
    "offer_of",
    "open_order",
    "order_ids_of",
    "orders_of",
    "own_application",
    "own_order",
    "pending_of",
    "place_order",
    "promise_of",
    "recipients_of",
    "refuse_order",
    "reply_percents",
    "router",
    "seen_with",
    "states_of",
    "unsent_for",
    "unsent_router",
    "views_of",
    "views_of_user",
    "waiting_for",
    "withdraw_all",
    "withdraw_interview",
    "zone_of",
]
