"""When secrets are given up whose key is lost, those whose connections stop working get a mail."""

from typing import Any

from sqlalchemy import func, select, type_coerce, update
from sqlalchemy.types import LargeBinary, Text
from starlette.testclient import TestClient

from dayshift.admin import discard_secrets
from dayshift.core.db import Tx, metadata
from tests.notifications.test_interviews import mail_bodies, mails
from tests.staff import business, in_database

__all__ = ["mails"]

PROVIDER = {
    "issuer": "https://id.example.com",
    "clientId": "dayshift",
    "clientSecret": "s",
    "domains": ["diner.example"],
}


def test_owners_are_told_what_stopped_working(client: TestClient, mails: Any) -> None:
    diner, bakery = business(client), business(client, "Night Bakery")
    ana, eva = diner.member("owner", "Ana Whitlock"), bakery.member("owner", "Eva Wolf")
    diner.member("manager")
    ana.ask("PUT", "/single-sign-on", PROVIDER)
    for owner, host in ((ana, "hooks.diner.example"), (eva, "hooks.bakery.example")):
        owner.ask("POST", "/webhooks", {"url": f"https://{host}/in", "events": ["job.posted"]}, expect=201)
    mails()
    assert in_database(client, discard_secrets) == {}
    assert mails() == [], "nothing is lost"

    def lose(tx: Tx) -> None:
        """Seal what Ana's employer has with a key that is gone."""
        providers, endpoints = (metadata.tables[name] for name in ("identity_providers", "webhook_endpoints"))
        lost = select(type_coerce(providers.c.client_secret, Text)).scalar_subquery()
        broken = func.replace(lost, "sealed:", "sealed:AAAA")
        tx.execute(update(providers).values(client_secret=type_coerce(broken, Text)))
        sealed = tx.execute(select(type_coerce(endpoints.c.secret, LargeBinary))).scalars().first()
        mine = update(endpoints).where(endpoints.c.employer_id == diner.id)
        tx.execute(mine.values(secret=type_coerce(sealed[:10] + b"AAAA" + sealed[10:], LargeBinary)))

    in_database(client, lose)
    assert in_database(client, discard_secrets) == {"identity_providers": 1, "webhook_endpoints": 1}
    [mail] = mails()
    assert str(mail["To"]).startswith("Ana Whitlock <")
    assert mail["Subject"] == "Some connections of Two Spoons Diner stopped working"
    text = mail_bodies(mail)[0].replace("\u2060", "")  # Keeps mail programs from making a link of a host.
    assert "- Single sign-on." in text
    assert "- Webhooks to hooks.diner.example." in text
    assert len(eva.ask("GET", "/webhooks")["endpoints"]) == 1
