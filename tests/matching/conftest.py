"""The transaction fixture of the catalogue's tests."""

from tests.jobs.conftest import tx

__all__ = ["tx"]
