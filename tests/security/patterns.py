"""Collects the server's regular expressions and generates strings that make a vulnerable one slow."""

import ast
import importlib
import pkgutil
import re
import re._constants as ops
import re._parser as parser
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import dayshift

_FUNCTIONS = {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}


def modules() -> Iterator[ModuleType]:
    """Returns every importable module of the server."""
    for info in pkgutil.walk_packages(dayshift.__path__, "dayshift."):
        if not info.name.endswith("__main__"):
            try:
                yield importlib.import_module(info.name)
            except ImportError:  # An optional dependency is not installed.
                continue


def compiled_patterns(module: ModuleType) -> Iterator[re.Pattern[str]]:
    """Returns the patterns in a module's variables, including those nested in tuples, mappings and objects."""
    yield from (item for value in vars(module).values() for item in _nested_patterns(value, 4))


def _nested_patterns(value: Any, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value if isinstance(value.pattern, str) else _of_text(value)
    elif depth and isinstance(value, dict):
        for item in (*value, *value.values()):
            yield from _nested_patterns(item, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _nested_patterns(item, depth - 1)
    elif depth and type(value).__module__.startswith("dayshift") and hasattr(value, "__dict__"):
        yield from _nested_patterns(vars(value), depth - 1)


def _of_text(pattern: re.Pattern[bytes]) -> re.Pattern[str]:
    """Returns a pattern for bytes as one for text, which backtracks alike."""
    return re.compile(pattern.pattern.decode("latin-1"), pattern.flags | re.ASCII)


def literal_patterns(module: ModuleType) -> Iterator[tuple[int, str | None]]:
    """Returns the patterns of calls such as `re.sub(pattern, ...)` by line, or None for patterns built at run time."""
    if not module.__file__:
        return
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _FUNCTIONS
        if not is_call or not isinstance(node.func.value, ast.Name) or node.func.value.id != "re":
            continue
        try:
            expression = compile(ast.Expression(node.args[0]), "pattern", "eval")
            found = eval(expression, vars(module))  # noqa: S307  (our own source)
            yield node.lineno, found.decode("latin-1") if isinstance(found, bytes) else found
        except NameError:
            yield node.lineno, None


def attacks(pattern: str, flags: int, size: int) -> Iterator[str]:
    """Returns strings of about `size` characters: each repeatable part repeated after its prefix, then a mismatch."""
    tree = parser.parse(pattern, flags & (re.IGNORECASE | re.VERBOSE | re.MULTILINE | re.DOTALL | re.ASCII))
    found: dict[tuple[str, str], None] = {}
    _pumps(list(tree), "", found)
    units = dict.fromkeys(pump for _, pump in found)
    singles = dict.fromkeys([*units, *_letters(tree), " ", "a", "1", "a ", "1 ", "1.", "(", "<", "aA1 "])
    for lead, pump in {**found, **{(lead, " "): None for lead, _ in found}}:
        for spoil in ("\x00", "a1"):
            yield lead + pump * (size // max(1, len(pump))) + spoil
        yield (lead + pump) * (size // max(1, len(lead + pump)))
    for unit in singles:
        yield unit * (size // max(1, len(unit)))
    for first in list(units)[:4]:
        for second in list(units)[:4]:
            half = size // 2
            yield first * (half // max(1, len(first))) + second * (half // max(1, len(second))) + "\x00"


def _pumps(items: list[Any], lead: str, found: dict[tuple[str, str], None]) -> str:
    """Collect the repeatable parts with their prefixes; return a text that the items match."""
    for op, value in items:
        if op in {ops.MAX_REPEAT, ops.MIN_REPEAT, getattr(ops, "POSSESSIVE_REPEAT", None)}:
            least, most, inner = value
            once = _pumps(list(inner), lead, found)[len(lead) :]
            if most == ops.MAXREPEAT or most > 8:
                found |= {(lead, unit): None for unit in (once, *_letters(inner)) if unit}
            lead += once * least
        elif op is ops.SUBPATTERN:
            lead = _pumps(list(value[3]), lead, found)
        elif op is ops.ATOMIC_GROUP:
            lead = _pumps(list(value), lead, found)
        elif op is ops.BRANCH:
            ends = [_pumps(list(branch), lead, found) for branch in value[1]]
            lead = max(ends, key=len)
        elif op in {ops.ASSERT, ops.ASSERT_NOT}:
            _pumps(list(value[1]), lead, found)
        else:
            lead += next(iter(_letters([(op, value)])), "")
    return lead


_CATEGORIES = {
    ops.CATEGORY_DIGIT: "1", ops.CATEGORY_SPACE: " ", ops.CATEGORY_WORD: "a", ops.CATEGORY_NOT_DIGIT: "a",
    ops.CATEGORY_NOT_SPACE: "a", ops.CATEGORY_NOT_WORD: "-",
}  # fmt: skip


def _letters(items: Any) -> list[str]:
    """Returns a few characters that these items can match."""
    letters: dict[str, None] = {}
    for op, value in items:
        if op is ops.LITERAL:
            letters[chr(value)] = None
        elif op is ops.NOT_LITERAL:
            letters[next(letter for letter in "a1 " if ord(letter) != value)] = None
        elif op is ops.ANY:
            letters |= {"a": None, " ": None}
        elif op is ops.IN:
            letters |= dict.fromkeys(_letters_of_set(value))
        elif op in {ops.MAX_REPEAT, ops.MIN_REPEAT}:
            letters |= dict.fromkeys(_letters(value[2]))
        elif op is ops.SUBPATTERN:
            letters |= dict.fromkeys(_letters(value[3]))
        elif op is ops.BRANCH:
            letters |= dict.fromkeys(letter for branch in value[1] for letter in _letters(branch)[:2])
    return list(letters)[:6]


def _letters_of_set(items: list[Any]) -> Iterator[str]:
    if items and items[0][0] is ops.NEGATE:
        matched = re.compile("[^" + "".join(re.escape(item) for item in _letters_of_set(items[1:])) + "]")
        yield from (letter for letter in "a1 -.\n" if matched.match(letter))
        return
    for op, value in items:
        if op is ops.LITERAL:
            yield chr(value)
        elif op is ops.RANGE:
            yield chr(value[0])
        elif op is ops.CATEGORY:
            yield _CATEGORIES.get(value, "a")
