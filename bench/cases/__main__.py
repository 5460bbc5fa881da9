"""Cases from other people's bug reports, tried from outside on a fresh installation: `python -m bench.cases [ID...]`.

The folder CASES_SET has `cases.jsonl` and the inputs. To add a kind of case, write a checker and list it in `CHECKERS`
of `feeds.py`, `people.py`, `exchange.py` or `browsers.py`. Kinds without one are listed, and not counted. With
arguments, only the cases with ids that begin with one of them are tried.
"""

import os
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from bench.cases import browsers, exchange, feeds, people
from bench.cases.case import Case, Checker
from bench.cases.product import Product, running

CHECKERS: dict[str, Checker] = {**feeds.CHECKERS, **people.CHECKERS, **exchange.CHECKERS, **browsers.CHECKERS}


def main() -> None:
    """Try each case, print a line for each, and the counts last."""
    folder = Path(os.environ.get("CASES_SET") or "../shared/cases")
    lines = (folder / "cases.jsonl").read_text("utf-8").splitlines()
    cases = [Case.read(folder, line) for line in lines if line.strip()]
    if wanted := tuple(sys.argv[1:]):
        cases = [case for case in cases if case.id.startswith(wanted)]
    unchecked = Counter(case.kind for case in cases if case.kind not in CHECKERS)
    tried, right = 0, 0
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as product:
        for case in cases:
            if case.kind in CHECKERS:
                wrong = _try(case, product)
                tried, right = tried + 1, right + (wrong is None)
                print(f"{case.id:<12}{'right' if wrong is None else f'WRONG  {wrong}'}", flush=True)
    for kind, count in unchecked.items():
        print(f"not checked: {count} of the kind {kind!r}")
    print(f"cases: right={right} of={tried}")


def _try(case: Case, product: Product) -> str | None:
    try:
        return CHECKERS[case.kind](case, product)
    except Exception:  # noqa: BLE001  (a case that cannot be tried is wrong, and the next one follows)
        return traceback.format_exc(limit=-2).strip().replace("\n", " / ")


if __name__ == "__main__":
    main()
