"""Codes against many hands at once."""

import asyncio
from typing import Any

import time_machine
from sqlalchemy import func, select

from dayshift.accounts.codes import check_code, issue_code, spend_code
from dayshift.accounts.errors import InvalidCode
from dayshift.accounts.models import codes
from dayshift.kit.db import Tx

EMAIL = "maya@example.com"


def test_guesses_at_once_are_counted_one_by_one(client: Any) -> None:
    state = client.app.state

    async def attack() -> tuple[list[Any], list[Any]]:
        code = await issue_code(state.db, "password", EMAIL)
        wrong = [f"{(int(code) + n) % 1_000_000:06}" for n in range(1, 13)]
        guesses = [check_code(state.db, state.passwords, "password", EMAIL, guess) for guess in wrong]
        missed = await asyncio.gather(*guesses, return_exceptions=True)
        late = check_code(state.db, state.passwords, "password", EMAIL, code)
        return missed, await asyncio.gather(late, return_exceptions=True)

    missed, late = client.portal.call(attack)
    assert [type(outcome) for outcome in [*missed, *late]] == [InvalidCode] * 13


def test_a_code_used_by_many_at_once_works_once(client: Any) -> None:
    state = client.app.state
    worked = []

    async def use(code: str) -> None:
        proof = await check_code(state.db, state.passwords, "password", EMAIL, code)

        def spend(tx: Tx) -> None:
            spend_code(tx, "password", EMAIL, proof)

        await state.db.write(spend)
        worked.append(proof)

    async def story() -> list[Any]:
        code = await issue_code(state.db, "password", EMAIL)
        return await asyncio.gather(*(use(code) for _ in range(5)), return_exceptions=True)

    outcomes = client.portal.call(story)
    assert len(worked) == 1
    assert [type(outcome) for outcome in outcomes].count(InvalidCode) == 4


def test_codes_that_have_run_out_leave_the_table(client: Any) -> None:
    state = client.app.state

    def count(tx: Tx) -> int:
        return tx.execute(select(func.count()).select_from(codes)).scalar_one()

    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        for n in range(3):
            client.portal.call(issue_code, state.db, "password", f"p{n}@example.com")
        clock.shift(601)
        client.portal.call(issue_code, state.db, "password", EMAIL)
        assert client.portal.call(state.db.read, count) == 1
