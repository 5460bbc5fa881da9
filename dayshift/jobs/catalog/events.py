"""Events about the catalog that other packages may subscribe to."""

from dataclasses import dataclass

from dayshift.core.events import Event


@dataclass(frozen=True)
class JobsRemoved(Event):
    """A source no longer lists these jobs: external ids by id in the catalog."""

    source: str
    jobs: dict[str, str]
