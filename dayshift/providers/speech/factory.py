"""Which transcriber an installation uses. One that it does not use is not loaded."""

from urllib.parse import urlsplit

from dayshift.providers.speech.protocol import Transcriber

FORM = "whisper:/FOLDER/OF/A/MODEL, openai://KEY@HOST/v1?model=NAME or openai+http://127.0.0.1:8000/v1?model=NAME"


def open_transcriber(url: str) -> Transcriber | None:
    """The transcriber that a setting names, None for an empty one. Raises ValueError for a URL of another form."""
    if not url:
        return None
    scheme = urlsplit(url).scheme
    if scheme == "whisper":
        from dayshift.providers.speech.whisper import WhisperTranscriber  # noqa: PLC0415

        return WhisperTranscriber(url)
    if scheme in {"openai", "openai+http"}:
        from dayshift.providers.speech.endpoint import EndpointTranscriber  # noqa: PLC0415

        return EndpointTranscriber(url)
    raise ValueError(f"a transcriber's URL looks like {FORM}")
