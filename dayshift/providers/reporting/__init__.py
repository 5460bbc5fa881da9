"""Where faults are told: nowhere, or a service that speaks Sentry's protocol. Never with personal data."""

from dayshift.providers.reporting.protocol import Fault, Frame, NullReporter, Reporter
from dayshift.providers.reporting.python import fault_of, open_reporter, watched
from dayshift.providers.reporting.routes import router
from dayshift.providers.reporting.scrub import scrubbed

__all__ = ["Fault", "Frame", "NullReporter", "Reporter", "fault_of", "open_reporter", "router", "scrubbed", "watched"]
