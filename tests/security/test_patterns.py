"""Every regular expression of the server runs in linear time, even on strings built to make it backtrack."""

import re
import time

import pytest

from dayshift.hiring.applications import fair_words
from dayshift.knowledge.occupations import countries
from tests.security import patterns

pytestmark = pytest.mark.slow

LIMITS = ((24, 0.004), (100, 0.004), (400, 0.004))
"""Characters and seconds of processor time. Exponential patterns fail the first limit and cubic ones the last by a wide
margin.
"""
SHORT, LONG = 2_000, 16_000
"""Characters. On the longer text a linear pattern takes 8 times as long and a quadratic one 64 times."""
MAX_GROWTH = 22
"""Maximum growth factor: the geometric mean of 8 and 64."""
MINIMUM_SECONDS = 0.004
"""Seconds. Shorter times for the longer text are not compared because the clock is too coarse."""
MATCHED_AT_THE_START = {"dayshift.interviews.scoring.quoting"}
"""Modules that use their patterns only with `match`."""

BUILT_AT_RUN_TIME = {
    # Built from the server's own phrases, job words and postal formats, never from user input. The resulting patterns
    # are still timed in the modules that hold them, or below.
    "dayshift.knowledge.question_plans.phrases", "dayshift.knowledge.question_plans.plan",
    "dayshift.interviews.scoring.offline", "dayshift.hiring.applications.fair_words",
    "dayshift.hiring.desk.wishes",
    "dayshift.notifications.wording", "dayshift.knowledge.occupations.times", "dayshift.jobs.feeds.pay",
    "dayshift.knowledge.occupations.countries",
}  # fmt: skip


def collect_patterns() -> dict[tuple[str, int], str]:
    """Returns every pattern with its flags and its location."""
    found: dict[tuple[str, int], str] = {}
    for module in patterns.modules():
        if module.__name__ in BUILD_OUTPUT_READERS:
            continue
        for pattern in patterns.compiled_patterns(module):
            found.setdefault((pattern.pattern, pattern.flags), module.__name__)
        for line, text in patterns.literal_patterns(module):
            if text is None:
                assert module.__name__ in BUILT_AT_RUN_TIME, f"{module.__name__}:{line} builds a pattern"
            else:
                found.setdefault((text, re.compile(text).flags), f"{module.__name__}:{line}")
    for code, about in countries._countries().items():
        found.setdefault((about.postal.pattern, about.postal.flags), f"postal codes of {code}")
    rules = fair_words._rules()
    for pattern in (*rules.traits.values(), rules.harmless_sentence, rules.harmless_phrase):
        found.setdefault((pattern.pattern, pattern.flags), "words about a protected trait")
    return found


BUILD_OUTPUT_READERS = {"dayshift.site"}
"""Modules whose patterns only read pages from our own build."""


def seconds(pattern: re.Pattern[str], text: str, limit: float, *, search: bool) -> float:
    """Returns the best CPU time of up to four tries. Stops early when one is within the limit or far above it."""
    best = float("inf")
    for _ in range(4):
        begin = time.thread_time()
        pattern.match(text)
        pattern.fullmatch(text)
        for _found in pattern.finditer(text) if search else ():
            pass
        best = min(best, time.thread_time() - begin)
        if best < limit or best > 0.1:
            break
    return best


def slow_attack(pattern: re.Pattern[str], *, search: bool = True) -> str | None:
    """Returns a description of an attack that takes longer than linear time, or None."""
    for size, limit in LIMITS:
        for text in patterns.attacks(pattern.pattern, pattern.flags, size):
            elapsed = seconds(pattern, text, limit, search=search)
            if elapsed > limit:
                return f"{text[:40]!r}: {elapsed:.3f} s for {len(text)} letters"
    pairs = zip(*(patterns.attacks(pattern.pattern, pattern.flags, size) for size in (SHORT, LONG)), strict=True)
    for short, long in pairs:
        for _ in range(2):  # Repeated because other processes may disturb one measurement.
            elapsed = seconds(pattern, long, MINIMUM_SECONDS, search=search)
            growth = elapsed / seconds(pattern, short, 0, search=search) if elapsed > MINIMUM_SECONDS else 0
            if growth < MAX_GROWTH:
                break
        else:
            return f"{long[:40]!r}: {growth:.0f} times as long for {len(long)} letters as for {len(short)}"
    return None


def test_every_pattern_runs_in_linear_time() -> None:
    found = collect_patterns()
    assert len(found) > 100
    slow = {
        where: (text, attack)
        for (text, flags), where in found.items()
        if (attack := slow_attack(re.compile(text, flags & ~re.UNICODE), search=where not in MATCHED_AT_THE_START))
    }
    assert slow == {}


def test_attacks_detect_backtracking_patterns() -> None:
    for bad in (r"(a+)+$", r"(\d+)\s*hours", r"((?:[^\W\d_][\w'.]*\s?){1,3}),", r"<li\b[^>]*>", r"\s+$"):
        assert slow_attack(re.compile(bad)) is not None, bad
