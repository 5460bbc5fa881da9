"""The list of task kinds that `dayshift doctor` uses instead of loading all handlers."""

from dayshift.admin.task_kinds import KINDS
from dayshift.services import open_services
from dayshift.settings import Settings
from dayshift.worker import handlers


def test_every_kind_is_listed(settings: Settings) -> None:
    services = open_services(settings)
    try:
        assert handlers(services).keys() == KINDS
    finally:
        services.release()
