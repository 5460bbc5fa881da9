"""Live calls of interviews: permissions, watchers, and WebRTC signaling."""

from dayshift.interviews.calls.queries import call_of, guest_key
from dayshift.interviews.calls.routes import router
from dayshift.interviews.calls.signaling import Switchboard
from dayshift.interviews.calls.sockets import router as socket_router
from dayshift.interviews.calls.tasks import CLOSE, handlers

__all__ = ["CLOSE", "Switchboard", "call_of", "guest_key", "handlers", "router", "socket_router"]
