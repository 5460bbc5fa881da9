"""What packages above this one tell people of."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class ErasurePlanned(Event):
    """A person's data will be deleted on that day (ISO 8601). `held`: later than they asked, for a legal reason.

    `hold_ended`: the day is a new one because a legal hold ended early.
    """

    user_id: str
    due_at: str
    held: bool
    hold_ended: bool = False


@dataclass(frozen=True)
class ErasureUndone(Event):
    """A person keeps their data after all."""

    user_id: str


@dataclass(frozen=True)
class ExportReady(Event):
    """The copy of a person's data can be downloaded until then (ISO 8601)."""

    user_id: str
    until: str


@dataclass(frozen=True)
class EndpointDisabled(Event):
    """Events are no longer sent to an address of an employer, because it failed."""

    employer_id: str
    host: str
    reason: str


@dataclass(frozen=True)
class EndpointsStay(Event):
    """This member became an owner or no longer is one, and these hosts still receive events, by name."""

    member_id: str
    hosts: str
