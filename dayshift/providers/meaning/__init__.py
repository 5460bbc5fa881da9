"""What texts mean, as vectors, for those who set a model: without, wishes are read by their words and letters alone."""

from dayshift.providers.meaning.factory import open_meaning
from dayshift.providers.meaning.protocol import Meaning

__all__ = ["Meaning", "open_meaning"]
