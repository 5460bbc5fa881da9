"""Live viewing of interviews at a video provider: permissions, watchers, and the candidate's veto."""

from dayshift.interviews.calls.actions import CLOSE, handlers
from dayshift.interviews.calls.queries import guest_key, live_now
from dayshift.interviews.calls.routes import router

__all__ = ["CLOSE", "guest_key", "handlers", "live_now", "router"]
