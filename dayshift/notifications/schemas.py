"""What crosses the wire about messages."""

from dayshift.kit.http import Body, Reply


class WantsUpdate(Body):
    reminders: bool | None = None
    texts: bool | None = None


class WantsReply(Reply):
    address: str
    reminders: bool
    texts: bool
