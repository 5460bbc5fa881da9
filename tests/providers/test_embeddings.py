"""Word embeddings loaded from a folder and their effect on matching, with a small model created by the test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from model2vec import StaticModel
from tokenizers import Tokenizer, models, pre_tokenizers

from dayshift.core.extras import ExtraMissing
from dayshift.knowledge.occupations import occupation_of, understand, use_embeddings
from dayshift.providers.embeddings import open_embeddings

WORDS = {
    "bartender": (1, 0, 0),
    "bartending": (1, 0, 0),
    "pints": (0.9, 0.1, 0),
    "welder": (0, 1, 0),
    "gibberish": (0, 0, 1),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of five words in three dimensions, saved with the library itself."""
    model_folder = tmp_path_factory.mktemp("model")
    vocabulary = {word: number for number, word in enumerate(["[UNK]", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    vectors = np.array([(0, 0, 0), *WORDS.values()], dtype=np.float32)
    StaticModel(vectors, tokenizer).save_pretrained(model_folder)
    return model_folder


@pytest.fixture
def embeddings_in_use(folder: Path) -> Iterator[None]:
    """Enable the model for one test."""
    use_embeddings(str(folder))
    yield
    use_embeddings("")


def test_vectors_are_normalized_or_zero(folder: Path) -> None:
    model = open_embeddings(str(folder))
    assert model is not None
    rows = model.vectors(["bartender", "pints", "welder pints", "nothing known"])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0], abs=1e-6)
    assert rows[0] @ rows[1] == pytest.approx(0.9 / np.hypot(0.9, 0.1), abs=1e-6)


def test_unknown_words_match_by_similarity(embeddings_in_use: None) -> None:
    assert embeddings_in_use is None
    first = understand("pints")[0]
    assert (first.occupation, first.how) == ("bartender", "similar")
    assert first.fit == pytest.approx(0.8)
    assert [fit for fit in understand("gibberish") if fit.fit > 0.3] == []


def test_named_occupations_do_not_depend_on_a_model(folder: Path) -> None:
    wishes, title = ("bartender", "welder or server"), "pints"
    without = [understand(wish) for wish in wishes], occupation_of(title)
    use_embeddings(str(folder))
    try:
        assert ([understand(wish) for wish in wishes], occupation_of(title)) == without
    finally:
        use_embeddings("")


def test_empty_setting_disables_embeddings() -> None:
    assert open_embeddings("") is None


def test_incomplete_or_broken_model_folder_is_rejected(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ExtraMissing, match=r"lacks config\.json, model\.safetensors, tokenizer\.json"):
        open_embeddings(str(tmp_path))
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"cut short")
    with pytest.raises(ExtraMissing, match="cannot be read"):
        open_embeddings(str(tmp_path))


def test_missing_extra_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "model2vec", None)
    monkeypatch.delitem(sys.modules, "dayshift.providers.static_embeddings", raising=False)
    with pytest.raises(ExtraMissing, match=r"dayshift\[semantic\]"):
        open_embeddings(str(folder))
