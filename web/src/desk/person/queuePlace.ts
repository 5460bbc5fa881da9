/** The list that a person's page goes on through: the one it was opened from, else what needs a reply. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ListFilters, type ListPlace, placeQuery } from "#/api/deskList.queries.ts";
import { prefetchPerson } from "#/api/deskPerson.queries.ts";
import { listPath, personPath } from "#/desk/applications/address.ts";
import { filtersOfText, formatView } from "#/desk/applications/filters.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";

export type Neighbor = { id: string; key: string | null };

/** The place of a person in their list, and the addresses of the others in it. */
export function useQueuePlace(id: string, { list, key: given }: { list?: string; key?: string }) {
  const cache = useQueryClient();
  const filters = filtersOfText(list ?? "");
  // Opened without one: it is kept, so that the place stays after a decision.
  const [found, setFound] = useState(given);
  const { data: place = null } = useQuery(placeQuery(id, filters, found));
  if (found === undefined && place?.key) setFound(place.key);
  const next = place?.next ?? null;
  const [nextId, nextKey] = [next?.id, next?.key];
  useEffect(() => {
    if (!nextId || !nextKey) return;
    void prefetchPerson(cache, nextId);
    void cache.prefetchQuery(placeQuery(nextId, filtersOfText(list ?? ""), nextKey));
  }, [cache, list, nextId, nextKey]);

  const pathOf = ({ id: to, key }: Neighbor): AppPath => {
    if (list !== undefined && key) return personPath(to, filters, key);
    return pathTo<"/desk/applications/:id">(`/desk/applications/${to}`, { key: key ?? undefined });
  };
  const back: { href: AppPath; label: string } =
    list === undefined ? { href: "/desk", label: m.desk_nav_today() } : { href: listPath(filters, found, id), label: m.desk_nav_applications() };
  return { place, filters, pathOf, back };
}

/** Such as "20 of 497 in Late"; null once the person is not in the list. */
export function formatPlace({ number, total }: ListPlace, filters: ListFilters): string | null {
  const view = filters.view ? formatView(filters.view) : "";
  if (number === null) return null;
  return total === null
    ? m.desk_person_place_many({ number: formatCount(number), view })
    : m.desk_person_place_in({ number: formatCount(number), total: formatCount(total), view });
}
