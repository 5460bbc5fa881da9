"""One-time codes: concurrency, limits, expiry and purpose."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from sqlalchemy import func, select

from dayshift.accounts import Passwords
from dayshift.accounts.codes import check_code, issue_code, keep_code, spend_code, subject_of, take_code
from dayshift.accounts.errors import InvalidCode
from dayshift.accounts.models import codes
from dayshift.core.db import Tx
from dayshift.core.errors import NotSignedIn

pytestmark = pytest.mark.both_engines

EMAIL = "maya@example.com"


def test_concurrent_guesses_are_each_counted(client: Any) -> None:
    services = client.app.state.services

    async def attack() -> tuple[list[Any], list[Any]]:
        code = await issue_code(services.db, "password", EMAIL)
        wrong = [f"{(int(code) + n) % 1_000_000:06}" for n in range(1, 13)]
        guesses = [check_code(services.db, services.get(Passwords), "password", EMAIL, guess) for guess in wrong]
        wrong_results = await asyncio.gather(*guesses, return_exceptions=True)
        correct_result = check_code(services.db, services.get(Passwords), "password", EMAIL, code)
        return wrong_results, await asyncio.gather(correct_result, return_exceptions=True)

    wrong_results, correct_result = client.portal.call(attack)
    assert [type(outcome) for outcome in [*wrong_results, *correct_result]] == [InvalidCode] * 13


def test_code_used_concurrently_works_once(client: Any) -> None:
    services = client.app.state.services
    succeeded = []

    async def use(code: str) -> None:
        proof = await check_code(services.db, services.get(Passwords), "password", EMAIL, code)

        def spend(tx: Tx) -> None:
            spend_code(tx, "password", EMAIL, proof)

        await services.db.write(spend)
        succeeded.append(proof)

    async def scenario() -> list[Any]:
        code = await issue_code(services.db, "password", EMAIL)
        return await asyncio.gather(*(use(code) for _ in range(5)), return_exceptions=True)

    outcomes = client.portal.call(scenario)
    assert len(succeeded) == 1
    assert [type(outcome) for outcome in outcomes].count(InvalidCode) == 4


def test_code_for_a_deleted_account_is_not_kept(client: Any) -> None:
    def keep(tx: Tx) -> None:
        keep_code(tx, "password", EMAIL, "hash", timedelta(minutes=1), owner="nobody")

    with pytest.raises(NotSignedIn):
        client.portal.call(client.app.state.services.db.write, keep)


def test_code_has_six_digits_with_leading_zeros(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[int] = []
    monkeypatch.setattr("secrets.randbelow", lambda bound: bounds.append(bound) or 42)
    services = client.app.state.services
    assert client.portal.call(issue_code, services.db, "password", EMAIL) == "000042"
    assert bounds == [1_000_000]


def test_code_allows_five_tries_and_expires_after_ten_minutes(client: Any) -> None:
    services = client.app.state.services

    async def outcome(code: str) -> bool:
        check = check_code(services.db, services.get(Passwords), "password", EMAIL, code)
        return isinstance((await asyncio.gather(check, return_exceptions=True))[0], str)

    for wrong_before, seconds, works in ((4, 599, True), (5, 599, False), (0, 600, False)):
        with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
            code = client.portal.call(issue_code, services.db, "password", EMAIL)
            for _ in range(wrong_before):
                assert not client.portal.call(outcome, f"{(int(code) + 1) % 1_000_000:06}")
            clock.shift(seconds)
            assert client.portal.call(outcome, code) == works


def test_proof_is_bound_to_purpose_subject_and_newest_code(client: Any) -> None:
    services = client.app.state.services

    async def scenario() -> None:
        code = await issue_code(services.db, "email", "1 a@example.com")
        proof = await check_code(services.db, services.get(Passwords), "email", "1 a@example.com", code)
        for purpose, subject in (("password", "1 a@example.com"), ("email", "1 b@example.com")):
            with pytest.raises(InvalidCode):
                await services.db.write(spend_code, purpose, subject, proof)
        await issue_code(services.db, "email", "1 a@example.com")
        with pytest.raises(InvalidCode):
            await services.db.write(spend_code, "email", "1 a@example.com", proof)

    client.portal.call(scenario)


def test_code_subject_is_an_address_or_an_account_and_address() -> None:
    assert subject_of(EMAIL, None) == EMAIL
    assert subject_of(EMAIL, "7") == f"7 {EMAIL}"


def test_stored_code_can_be_taken_once_before_it_expires(client: Any) -> None:
    write = client.app.state.services.db.write

    async def scenario(clock: Any) -> None:
        await write(keep_code, "passkey", "1 s", "first", timedelta(seconds=10))
        await write(keep_code, "passkey", "1 s", "second", timedelta(seconds=10))
        clock.shift(9)
        assert await write(take_code, "passkey", "1 s") == "second"
        with pytest.raises(InvalidCode):
            await write(take_code, "passkey", "1 s")
        await write(keep_code, "passkey", "1 s", "third", timedelta(seconds=10))
        clock.shift(10)
        with pytest.raises(InvalidCode):
            await write(take_code, "passkey", "1 s")

    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        client.portal.call(scenario, clock)


def test_expired_codes_are_deleted(client: Any) -> None:
    services = client.app.state.services

    def count(tx: Tx) -> int:
        return tx.execute(select(func.count()).select_from(codes)).scalar_one()

    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        for n in range(3):
            client.portal.call(issue_code, services.db, "password", f"p{n}@example.com")
        clock.shift(601)
        client.portal.call(issue_code, services.db, "password", EMAIL)
        assert client.portal.call(services.db.read, count) == 1
