"""Secrets that the server has to read again are sealed with keys outside the database."""

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyotp
import pytest
from cryptography.fernet import Fernet
from fastapi import FastAPI
from sqlalchemy import LargeBinary, select, type_coerce, update
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.db import count_open, require_keys, reseal
from dayshift.core.db.invariants import invariants
from dayshift.core.secret_keys import FILE, KeyMissing, SecretKeys
from dayshift.hiring.employers.models import members
from tests.people import server_services
from tests.staff import StaffMember, business, in_database

pytestmark = pytest.mark.both_engines

RAW = select(type_coerce(members.c.totp_secret, LargeBinary())).where(members.c.totp_secret.is_not(None))


@pytest.fixture
def owner(client: TestClient) -> StaffMember:
    """An owner without a second factor."""
    return business(client).member("owner")


def set_up(member: StaffMember) -> str:
    """Set up a second factor; return its secret."""
    secret = str(member.ask("POST", "/second-factor/setup")["secret"])
    member.ask("POST", "/second-factor", {"code": pyotp.TOTP(secret).at(now())})
    return secret


def sign_in(client: TestClient, member: StaffMember, secret: str) -> int:
    """The status of a code in a new session of the same member."""
    from dayshift.hiring.employers import open_member_session

    token = in_database(
        client, lambda tx: open_member_session(tx, member.id, "Test", 1, confirmed=False, address_proved_at=now())
    )
    in_database(client, lambda tx: tx.execute(update(members).values(totp_step=None)))
    reply = StaffMember(client, member.id, member.name, token).call(
        "POST", "/second-factor/code", {"code": pyotp.TOTP(secret).at(now())}
    )
    return int(reply.status_code)


def test_what_the_database_holds_opens_only_with_the_file_of_its_owner(
    client: TestClient, app: FastAPI, owner: StaffMember
) -> None:
    secret = set_up(owner)
    stored = in_database(client, lambda tx: tx.execute(RAW).scalar_one())
    assert stored.startswith(b"sealed:")
    keys = app.state.services.settings.data_dir / FILE
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    opened = SecretKeys("", keys.parent).unseal(stored.removeprefix(b"sealed:"))
    assert pyotp.TOTP(secret).byte_secret() == opened
    assert sign_in(client, owner, secret) == 200


def test_secrets_of_an_older_version_are_read_and_sealed_later(client: TestClient, owner: StaffMember) -> None:
    secret = set_up(owner)
    plain = type_coerce(pyotp.TOTP(secret).byte_secret(), LargeBinary())
    in_database(client, lambda tx: tx.execute(update(members).values(totp_secret=plain)))
    assert in_database(client, lambda tx: tx.execute(RAW).scalar_one()) == pyotp.TOTP(secret).byte_secret()
    assert broken(client) == ["secrets"]
    assert sign_in(client, owner, secret) == 200
    assert in_database(client, reseal) == 1
    assert in_database(client, count_open) == 0
    assert broken(client) == []
    assert sign_in(client, owner, secret) == 200


def test_a_new_key_seals_all_and_a_running_server_goes_on(client: TestClient, app: FastAPI, owner: StaffMember) -> None:
    secret = set_up(owner)
    folder = app.state.services.settings.data_dir
    ring = SecretKeys("", folder)
    first = ring.all()
    with pytest.raises(KeyboardInterrupt), ring.renewing():
        raise KeyboardInterrupt
    with ring.renewing():  # The command is repeated: nothing that is still needed is lost.
        assert sign_in(client, owner, secret) == 200
        in_database(client, reseal)
    with ring.renewing():
        pass
    assert first[0] not in ring.all()
    assert sign_in(client, owner, secret) == 200


def test_a_lost_key_is_named_and_closes_nothing_else(client: TestClient, app: FastAPI, owner: StaffMember) -> None:
    set_up(owner)
    keys: Path = app.state.services.settings.data_dir / FILE
    kept = keys.read_text()
    keys.write_text(Fernet.generate_key().decode())
    assert broken(client) == ["members.totp_secret"]
    with pytest.raises(KeyMissing, match=FILE):
        in_database(client, reseal)
    assert client.get("/readyz").status_code == 200
    keys.write_text(kept)
    assert broken(client) == []


def test_keys_of_the_setting(tmp_path: Path) -> None:
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    token = SecretKeys(old, tmp_path).seal(b"a secret")
    both = SecretKeys(f"{new}, {old}", tmp_path)
    assert both.unseal(token) == b"a secret"
    with pytest.raises(KeyMissing, match="DAYSHIFT_SECRET_KEYS"):
        SecretKeys(old, tmp_path).unseal(both.seal(b"a secret"))
    with pytest.raises(ValueError, match="32"):
        SecretKeys("password", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_no_empty_file_of_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    keys = SecretKeys("", tmp_path)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", no_space)
        with pytest.raises(OSError, match="No space"):
            keys.seal(b"a secret")
    assert list(tmp_path.iterdir()) == []
    assert keys.unseal(keys.seal(b"a secret")) == b"a secret"


def test_processes_that_need_the_first_key_at_once_share_one(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: SecretKeys("", tmp_path).all(), range(64)))
    assert found == [found[0]] * 64


@pytest.mark.parametrize("content", ["", "\n", "short\n", "\u00e9"])
def test_an_empty_or_damaged_file_is_named_and_never_replaced(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    ring = SecretKeys("", tmp_path)
    for use in (lambda: ring.seal(b"a secret"), lambda: ring.unseal(b"gAAA"), lambda: ring.add([])):
        with pytest.raises(KeyMissing, match=FILE):
            use()
    with pytest.raises(KeyMissing, match="backup"), ring.renewing():
        pytest.fail("there is no key to renew")
    assert (tmp_path / FILE).read_text() == content


def test_a_file_that_is_gone_is_never_replaced_unseen(client: TestClient, app: FastAPI, owner: StaffMember) -> None:
    in_database(client, require_keys)  # Nothing is sealed yet.
    set_up(owner)
    file: Path = app.state.services.settings.data_dir / FILE
    kept = file.read_text()
    in_database(client, require_keys)
    file.unlink()
    with pytest.raises(KeyMissing, match="put back the one of a backup"):
        in_database(client, require_keys)
    for use in (
        lambda: set_up(business(client, "Casa Luna").member("owner")),  # A new secret.
        lambda: in_database(client, reseal),
    ):
        with pytest.raises((KeyMissing, AssertionError)):
            use()
    assert broken(client) == ["members.totp_secret"]
    assert not file.exists()
    file.write_text(kept)
    assert broken(client) == []


def test_only_one_process_renews_at_a_time(tmp_path: Path) -> None:
    """With another in between, a key would be forgotten with which secrets have just been sealed."""
    token = SecretKeys("", tmp_path).seal(b"a secret")
    again = [token]

    def renew(_number: int) -> None:
        ring = SecretKeys("", tmp_path)
        with ring.renewing():
            again[0] = ring.seal(ring.unseal(again[0]))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(renew, range(8)))
    ring = SecretKeys("", tmp_path)
    assert ring.unseal(again[0]) == b"a secret"
    assert len(ring.all()) == 2
    with pytest.raises(KeyMissing):
        ring.unseal(token)


def broken(client: TestClient) -> list[str]:
    """What the invariant of stored secrets finds."""
    services = server_services(client)
    [secrets] = [one for one in invariants(services.db, "") if one.name == "database.secrets"]
    portal = client.portal
    assert portal
    return [one.subject for one in portal.call(secrets.find)]
