"""Error reporting: nowhere, or to a service that speaks Sentry's protocol. Never with personal data."""

from dayshift.providers.reporting.protocol import Fault, Frame, NullReporter, Reporter
from dayshift.providers.reporting.python import fault_of, open_reporter, watched
from dayshift.providers.reporting.scrub import place_of, scrubbed

__all__ = ["Fault", "Frame", "NullReporter", "Reporter", "fault_of", "open_reporter", "place_of", "scrubbed", "watched"]
