"""Requests of one account are limited by the minute and at the same time; other accounts do not notice."""

import asyncio

import pytest
from starlette.testclient import TestClient

from dayshift.core import account_limits
from dayshift.core.account_limits import AT_ONCE, MAX_WAITING, AccountLimits
from dayshift.core.limits import RateLimited, Rule
from tests.people import Person, server_services
from tests.staff import business


def test_one_account_has_few_turns_and_the_others_wait() -> None:
    async def scenario() -> None:
        limits = AccountLimits()
        ends = [await limits.enter("maya") for _ in range(AT_ONCE)]
        waiting = [asyncio.create_task(limits.enter("maya")) for _ in range(MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(RateLimited) as refused:
            await limits.enter("maya")
        assert refused.value.data == {"retryAfter": 2}
        (await limits.enter("noah"))()
        waiting[0].cancel()
        ends[0]()
        (await waiting[1])()
        for end in ends[1:]:
            end()
        for task in waiting[2:]:
            (await task)()
        assert not limits._turns

    asyncio.run(scenario())


def test_a_turn_that_does_not_come_ends_with_a_time_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account_limits, "TURN_SECONDS", 0.0)

    async def scenario() -> None:
        limits = AccountLimits()
        for _ in range(AT_ONCE):
            await limits.enter("maya")
        with pytest.raises(RateLimited):
            await limits.enter("maya")
        (await limits.enter("noah"))()

    asyncio.run(scenario())


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_requests_of_an_account_are_limited_and_their_turns_end(
    client: TestClient, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = business(client).member("owner")
    for _ in range(AT_ONCE + 1):
        assert person.call("GET", "/api/applications/unknown").status_code == 404
        assert member.call("GET", "/team").status_code == 200
    assert not server_services(client).account_limits._turns
    monkeypatch.setattr(account_limits, "REQUESTS", Rule("few requests", 3, 60))
    for call in (lambda: person.call("GET", "/api/notices"), lambda: member.call("GET", "/me")):
        assert [call().status_code for _ in range(4)] == [200, 200, 200, 429]
        assert int(call().headers["Retry-After"]) > 0
    assert Person.register(client, "noah@example.com").call("GET", "/api/notices").status_code == 200
