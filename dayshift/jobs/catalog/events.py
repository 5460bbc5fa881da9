"""Events about the catalog that other packages may subscribe to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class JobsRemoved:
    """A source no longer lists these jobs: external ids by id in the catalog."""

    source: str
    jobs: dict[str, str]
