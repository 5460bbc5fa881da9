"""HTTP shapes of API keys."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from dayshift.core.names import IsName
from dayshift.core.schemas import Body, Reply
from dayshift.exchange.api_keys.keys import Scope


class ApiKeyFields(Body):
    """What a new key is called, and what it allows. `locationIds` null: all of the employer's."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=60), IsName]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=10)]
    location_ids: (
        Annotated[list[Annotated[str, StringConstraints(max_length=36)]], Field(min_length=1, max_length=500)] | None
    ) = None


class ApiKeyReply(Reply):
    """A key. `hint` are its last characters. `oldUntil`: until then, the secret from before a rotation works too.

    `ended`: its creator is no longer an owner, so it works again only with a new secret.
    """

    id: str
    name: str
    hint: str
    scopes: list[Scope]
    location_ids: list[str] | None
    old_until: datetime | None
    ended: bool
    created_by: str | None
    created_by_id: str | None
    created_at: datetime
    last_used_at: datetime | None


class ApiKeyLocationReply(Reply):
    """A location that a key can be limited to."""

    id: str
    name: str


class ApiKeysReply(Reply):
    """An employer's keys, and what a new one can allow."""

    keys: list[ApiKeyReply]
    scopes: list[Scope]
    locations: list[ApiKeyLocationReply]


class ApiKeySecretReply(Reply):
    """A key with its secret, which is shown only now."""

    key: ApiKeyReply
    secret: str
