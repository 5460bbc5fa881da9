"""Cases about people, accounts and the exchange: a checker for each kind."""

from bench.cases.case import Checker

CHECKERS: dict[str, Checker] = {}
