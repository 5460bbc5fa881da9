"""The live call of an interview: who may watch, who does, and how two browsers find each other."""

from dayshift.calls.queries import call_of, guest_key
from dayshift.calls.routes import router
from dayshift.calls.signaling import Switchboard
from dayshift.calls.sockets import router as socket_router
from dayshift.calls.tasks import CLOSE, handlers

__all__ = ["CLOSE", "Switchboard", "call_of", "guest_key", "handlers", "router", "socket_router"]
