"""Events: each one has subscribers, each subscriber has a handler, and each text belongs to a message."""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from dayshift import notifications
from dayshift.core.events import Event
from dayshift.notifications.schemas import NoticeReply
from dayshift.notifications.table import MESSAGES
from dayshift.services import open_services
from dayshift.settings import Settings
from dayshift.subscribers import SUBSCRIBERS
from dayshift.tables import import_all
from dayshift.worker import handlers

TEMPLATES = Path(notifications.__file__).parent / "templates"
SHARED = {"no_replies", "why"}
"""A paragraph of other emails."""


def test_every_event_has_subscribers() -> None:
    import_all()
    assert {one for one in Event.__subclasses__() if one.__module__.startswith("dayshift.")} == SUBSCRIBERS.keys()
    assert all(SUBSCRIBERS.values())


def test_every_subscriber_has_a_handler(settings: Settings) -> None:
    services = open_services(settings)
    try:
        kinds = handlers(services).keys()
        assert {kind for one in SUBSCRIBERS.values() for kind in one} <= kinds
        assert set(notifications.URGENT) <= kinds
    finally:
        services.release()


def test_every_message_has_a_task_of_its_own() -> None:
    kinds = Counter(kind for one in MESSAGES for kind in {one.kind, one.each})
    assert set(kinds.values()) == {1}
    listed = [kind for kinds in SUBSCRIBERS.values() for kind in kinds if kind.startswith("notifications.")]
    assert {one.kind for one in MESSAGES if one.events} <= set(listed)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_text_is_the_template_of_a_message(language: str) -> None:
    sent = {name for one in MESSAGES if one.channel != "app" for name in one.templates}
    if language == "es":  # Coaches get English.
        sent = {name for name in sent if not name.startswith("coach_")}
    assert {file.stem for file in (TEMPLATES / language).iterdir()} == sent | SHARED


def test_every_kind_of_notice_belongs_to_a_message() -> None:
    made = {name for one in MESSAGES if one.channel == "app" for name in one.templates} | {"matches"}
    assert made == set(get_args(NoticeReply.model_fields["kind"].annotation))
