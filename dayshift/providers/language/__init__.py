"""Language models, for those who configure one: without, the embedded interviewer asks and scores alone."""

from dayshift.providers.language.factory import language_model
from dayshift.providers.language.protocol import LanguageModel, ModelFailed, ModelReply

__all__ = ["LanguageModel", "ModelFailed", "ModelReply", "language_model"]
