"""Conformance and speed of the exchange: `python -m bench.exchange [JOBS]`.

To add a part, write a function that returns its results by key, and list it in `PARTS`. The last line has all results;
`missing` means that the tests of a part do not exist.
"""

import argparse
from collections.abc import Callable

from bench.exchange.conformance import assessment, oidc, webhooks
from bench.exchange.isolation import isolation
from bench.exchange.job_lists import job_pages, sitemap

JOBS = 1_000_000

PARTS: tuple[Callable[[int], dict[str, str]], ...] = (job_pages, webhooks, isolation, oidc, assessment, sitemap)
"""Each gets the number of jobs, and returns its results in the order of the last line."""


def main() -> None:
    """Run all parts, or those that are named, and print their results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", type=int, nargs="?", default=JOBS)
    parser.add_argument("--only", action="append", choices=[part.__name__ for part in PARTS])
    arguments = parser.parse_args()
    results: dict[str, str] = {}
    for part in PARTS:
        if not arguments.only or part.__name__ in arguments.only:
            results |= part(arguments.jobs)
    print("exchange: " + " ".join(f"{key}={value}" for key, value in results.items()))


if __name__ == "__main__":
    main()
