"""What people agree to, and what follows from the text that they read. Pure."""

from hashlib import sha256

from dayshift.providers.language import LanguageModel

CONSENT_VERSION = "2026-11b"
"""Changes whenever the consent text changes in meaning; stored with every consent."""


def version_with(model: LanguageModel | None) -> str:
    """The version of the text in force. It names where answers are sent, so another host is another text."""
    return f"{CONSENT_VERSION}-{sha256(model.host.encode()).hexdigest()[:8]}" if model else CONSENT_VERSION


def allows_watching(agreed: str | None) -> bool:
    """Whether the person agreed to a text that says that hiring staff may watch while the interview goes on."""
    return agreed is not None and agreed.startswith(CONSENT_VERSION)


def allowed(model: LanguageModel | None, agreed: str | None) -> LanguageModel | None:
    """The model, where the person agreed to the text that names its host; else None, and nothing is sent."""
    return model if model and agreed == version_with(model) else None
