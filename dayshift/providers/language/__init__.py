"""Language models, for those who configure one: without, the embedded interviewer asks and scores alone."""

from dayshift.providers.language.opening import language_model
from dayshift.providers.language.port import LanguageModel, ModelFailed, ModelReply

__all__ = ["LanguageModel", "ModelFailed", "ModelReply", "language_model"]
