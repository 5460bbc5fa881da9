"""API keys: what employers' own programs use instead of a member's session."""

from dayshift.exchange.api_keys.actions import touch_key
from dayshift.exchange.api_keys.keys import Scope, is_key
from dayshift.exchange.api_keys.queries import ApiKey, find_key
from dayshift.exchange.api_keys.routes import router

__all__ = ["ApiKey", "Scope", "find_key", "is_key", "router", "touch_key"]
