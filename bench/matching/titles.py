"""Quality of occupation recognition, on job searches that the occupation table was not written for.

`python -m bench.matching.titles` prints it, also with embeddings if WordLlama is installed.
"""

import json
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from safetensors.numpy import load_file, save_file

from dayshift.knowledge.occupations import understand, use_embeddings

_SEARCHES = Path(__file__).with_name("searches.tsv")


@dataclass(frozen=True)
class Quality:
    """Number of searches, share with a correct occupation in the top five, and mean reciprocal rank."""

    count: int
    recall_at_5: float
    reciprocal_rank: float


def main() -> None:
    """Print the tables."""
    _print("words and spelling", quality())
    package = find_spec("wordllama")
    if package is None or package.origin is None:
        print("embeddings: WordLlama is not installed, 'make bench-matching' installs it")
        return
    with tempfile.TemporaryDirectory() as folder:
        _write_model(Path(package.origin).parent, Path(folder))
        use_embeddings(folder)
        _print("words, spelling and WordLlama's embeddings", quality())
        use_embeddings("")


def _print(label: str, results: dict[str, Quality]) -> None:
    print(f"\n{label:<50}{'count':>6}{'R@5':>8}{'MRR':>8}")
    for kind, of_kind in results.items():
        print(f"{kind:<50}{of_kind.count:>6}{of_kind.recall_at_5:>8.2f}{of_kind.reciprocal_rank:>8.2f}")


def _write_model(package: Path, folder: Path) -> None:
    """Write WordLlama's vectors (32,000 tokens with 256 dimensions) as a model folder."""
    (vectors,) = load_file(package / "weights" / "l2_supercat_256.safetensors").values()
    save_file({"embeddings": vectors}, folder / "model.safetensors")
    tokenizer = package / "tokenizers" / "l2_supercat_tokenizer_config.json"
    (folder / "tokenizer.json").write_bytes(tokenizer.read_bytes())
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec", "normalize": True}))


def quality() -> dict[str, Quality]:
    """Return the quality by kind of search and for all. `pairs`: two forms of a title must have the same best title."""
    ranks: dict[str, list[int | None]] = defaultdict(list)
    for line in _SEARCHES.read_text("utf-8").splitlines()[1:]:
        kind, search, answers = line.split("\t")
        if kind == "pairs":
            first, second = (understand(form)[:1] for form in (search, answers))
            same = [fit.occupation for fit in first] == [fit.occupation for fit in second]
            ranks[kind].append(1 if same else None)
            continue
        found = [fit.occupation for fit in understand(search)]
        rank = min((found.index(answer) + 1 for answer in answers.split("|") if answer in found), default=None)
        ranks[kind].append(rank)
        ranks["all"].append(rank)
    return {kind: _quality(of_kind) for kind, of_kind in ranks.items()}


def _quality(ranks: list[int | None]) -> Quality:
    count = len(ranks)
    return Quality(
        count,
        sum(rank is not None and rank <= 5 for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank) / count,
    )


if __name__ == "__main__":
    main()
