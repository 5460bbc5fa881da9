"""Which model of meaning an installation uses. Without one, what reads it is neither loaded nor needed."""

from pathlib import Path

from dayshift.core.extras import ExtraMissing, load
from dayshift.providers.meaning.protocol import Meaning

_FILES = ("config.json", "model.safetensors", "tokenizer.json")


def open_meaning(folder: str) -> Meaning | None:
    """The model in a folder, None for "".

    Raises `ExtraMissing`, which says what is missing or broken: files, or the library that reads them.
    """
    if not folder:
        return None
    missing = [name for name in _FILES if not Path(folder, name).is_file()]
    if missing:
        raise ExtraMissing(f"the model of meaning in {folder} lacks {', '.join(missing)}")
    static = load("dayshift.providers.meaning.static", "DAYSHIFT_WISH_MODEL_DIR", "semantic")
    model: Meaning = static.StaticMeaning(Path(folder))
    return model
