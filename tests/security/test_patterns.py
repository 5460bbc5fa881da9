"""No text can make a regular expression slow: every pattern of the server is timed on strings built to hurt it."""

import re
import time

from tests.security import patterns

LIMITS = ((24, 0.004), (100, 0.004), (400, 0.004))
"""Letters and seconds of processor time. Exponential patterns fail the first, cubic ones the last, by far."""
SHORT, LONG = 2_000, 16_000
"""Letters. A linear pattern takes 8 times as long for the second, a quadratic one 64 times, on every machine."""
GROWTH = 22
"""Times as long: as far from the one as from the other."""
NOTICEABLE = 0.004
"""Seconds. What takes less for the longer text is not compared: the clock is too coarse for it."""
MATCHED_AT_THE_START = {"dayshift.scoring.quoting"}
"""Modules whose patterns are only used with `match`."""

BUILT_AT_RUN_TIME = {
    # From our own phrases and job words, never from text that people send; their patterns are timed above where the
    # modules hold them.
    "dayshift.question_plans.phrases", "dayshift.question_plans.plan", "dayshift.scoring.offline",
    "dayshift.notifications.wording", "dayshift.occupations.times",
}  # fmt: skip


def collected() -> dict[tuple[str, int], str]:
    """Every pattern with its flags, and where it is from."""
    found: dict[tuple[str, int], str] = {}
    for module in patterns.modules():
        if module.__name__ in OUR_OWN_FILES:
            continue
        for pattern in patterns.compiled(module):
            found.setdefault((pattern.pattern, pattern.flags), module.__name__)
        for line, text in patterns.written(module):
            if text is None:
                assert module.__name__ in BUILT_AT_RUN_TIME, f"{module.__name__}:{line} builds a pattern"
            else:
                found.setdefault((text, re.compile(text).flags), f"{module.__name__}:{line}")
    return found


OUR_OWN_FILES = {"dayshift.site"}
"""Modules whose patterns only read the pages that our build wrote."""


def seconds(pattern: re.Pattern[str], text: str, limit: float, *, search: bool) -> float:
    """The least CPU time of up to four tries, fewer once one is within the limit or far from it."""
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


def slow_on(pattern: re.Pattern[str], *, search: bool = True) -> str | None:
    """An attack that takes longer than linear time allows; None where none does."""
    for size, limit in LIMITS:
        for text in patterns.attacks(pattern.pattern, pattern.flags, size):
            taken = seconds(pattern, text, limit, search=search)
            if taken > limit:
                return f"{text[:40]!r}: {taken:.3f} s for {len(text)} letters"
    pairs = zip(*(patterns.attacks(pattern.pattern, pattern.flags, size) for size in (SHORT, LONG)), strict=True)
    for short, long in pairs:
        for _ in range(2):  # The second time confirms the first: other processes may have disturbed it.
            taken = seconds(pattern, long, NOTICEABLE, search=search)
            growth = taken / seconds(pattern, short, 0, search=search) if taken > NOTICEABLE else 0
            if growth < GROWTH:
                break
        else:
            return f"{long[:40]!r}: {growth:.0f} times as long for {len(long)} letters as for {len(short)}"
    return None


def test_every_pattern_takes_linear_time() -> None:
    found = collected()
    assert len(found) > 100
    slow = {
        where: (text, attack)
        for (text, flags), where in found.items()
        if (attack := slow_on(re.compile(text, flags & ~re.UNICODE), search=where not in MATCHED_AT_THE_START))
    }
    assert slow == {}


def test_the_attacks_find_patterns_that_backtrack() -> None:
    for bad in (r"(a+)+$", r"(\d+)\s*hours", r"((?:[^\W\d_][\w'.]*\s?){1,3}),", r"<li\b[^>]*>", r"\s+$"):
        assert slow_on(re.compile(bad)) is not None, bad
