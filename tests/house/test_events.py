"""Events: each one has subscribers, and each subscriber has a handler."""

from dayshift.core.events import Event
from dayshift.services import open_services
from dayshift.settings import Settings
from dayshift.subscribers import SUBSCRIBERS
from dayshift.tables import import_all
from dayshift.worker import URGENT, handlers


def test_every_event_has_subscribers() -> None:
    import_all()
    assert {one for one in Event.__subclasses__() if one.__module__.startswith("dayshift.")} == SUBSCRIBERS.keys()
    assert all(SUBSCRIBERS.values())


def test_every_subscriber_has_a_handler(settings: Settings) -> None:
    services = open_services(settings)
    try:
        kinds = handlers(services).keys()
        assert {kind for one in SUBSCRIBERS.values() for kind in one} <= kinds
        assert set(URGENT) <= kinds
    finally:
        services.release()
