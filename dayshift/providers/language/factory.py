"""Which language model an installation uses. Without one, what speaks to them is not loaded."""

from dayshift.providers.language.protocol import LanguageModel


def language_model(url: str) -> LanguageModel | None:
    """The model that a setting names, None for an empty one. Raises ValueError for a URL of another form."""
    if not url:
        return None
    from dayshift.providers.language.http import HttpLanguageModel  # noqa: PLC0415

    return HttpLanguageModel(url)
