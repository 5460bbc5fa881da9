"""Live calls of interviews: permissions, watchers, and WebRTC signaling."""

from dayshift.core.lazy import lazy_imports

with lazy_imports(__name__):
    from dayshift.calls.queries import call_of, guest_key
    from dayshift.calls.routes import router
    from dayshift.calls.signaling import Switchboard
    from dayshift.calls.sockets import router as socket_router
    from dayshift.calls.tasks import CLOSE, handlers

__all__ = ["CLOSE", "Switchboard", "call_of", "guest_key", "handlers", "router", "socket_router"]
