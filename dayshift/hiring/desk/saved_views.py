"""A member's own filters of the list, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, select, update

from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.hiring.applications.errors import SavedViewNameTaken, TooManySavedViews
from dayshift.hiring.applications.models import saved_views

MAX_VIEWS = 20


@dataclass(frozen=True, slots=True)
class SavedView:
    """Filters under a name; `filters` as in the request."""

    id: str
    name: str
    filters: dict[str, Any]


_columns = [saved_views.c[name] for name in SavedView.__slots__]
_own = saved_views.c.member_id == bindparam("member")
_views = select(*_columns).where(_own).order_by(saved_views.c.id)
_count = select(func.count()).select_from(saved_views).where(_own)
_insert = insert(saved_views).on_conflict_do_nothing(index_elements=["member_id", "name"]).returning(saved_views.c.id)
_named = select(saved_views.c.id).where(_own, saved_views.c.name == bindparam("new_name"))
_rename = update(saved_views).where(_own, saved_views.c.id == bindparam("view")).values(name=bindparam("new_name"))
_delete = delete(saved_views).where(_own, saved_views.c.id == bindparam("view"))


def saved_views_of(tx: Tx, member_id: str) -> list[SavedView]:
    """Return a member's views, oldest first."""
    return [SavedView(*row) for row in tx.execute(_views, {"member": member_id})]


def save_view(tx: Tx, member_id: str, name: str, filters: Mapping[str, Any]) -> SavedView:
    """Save filters under a name. Raises `TooManySavedViews`, `SavedViewNameTaken`."""
    hold_lock(tx, f"views of {member_id}")
    if tx.execute(_count, {"member": member_id}).scalar_one() >= MAX_VIEWS:
        raise TooManySavedViews
    view = SavedView(new_id(), name, dict(filters))
    values = {"id": view.id, "member_id": member_id, "name": name, "filters": view.filters}
    if tx.execute(_insert, values).first() is None:
        raise SavedViewNameTaken
    return view


def rename_view(tx: Tx, member_id: str, view_id: str, name: str) -> None:
    """Rename a member's own view. Raises `NotFound`, `SavedViewNameTaken`."""
    hold_lock(tx, f"views of {member_id}")
    taken = tx.execute(_named, {"member": member_id, "new_name": name}).scalar_one_or_none()
    if taken not in {None, view_id}:
        raise SavedViewNameTaken
    if not tx.execute(_rename, {"member": member_id, "view": view_id, "new_name": name}).rowcount:
        raise NotFound


def delete_view(tx: Tx, member_id: str, view_id: str) -> None:
    """Delete a member's own view. Raises `NotFound`."""
    if not tx.execute(_delete, {"member": member_id, "view": view_id}).rowcount:
        raise NotFound
