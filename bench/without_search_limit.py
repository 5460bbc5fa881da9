"""Runs `dayshift` with as many saved searches as one account likes: `python -m bench.without_search_limit serve`.

The limit of 60 an hour would end a round of `bench_api` in its first second.
"""

from dataclasses import replace

from dayshift.cli import run
from dayshift.matching.onboarding import routes

routes.SEARCH = replace(routes.SEARCH, times=10**9)

if __name__ == "__main__":
    run()
