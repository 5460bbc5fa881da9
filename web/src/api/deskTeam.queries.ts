import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { apiKeysQuery, assessmentsQuery } from "./deskConnections.queries.ts";
import { deskSessionQuery } from "./deskSession.queries.ts";
import type { EmployerUpdate, LocationEntry, MemberInvitation, RoleEntry } from "./types.ts";

export const teamQuery = queryOptions({ queryKey: ["desk", "team"], queryFn: () => unwrap(client.GET("/api/desk/team")) });

const onSuccess = (_reply: unknown, _body: unknown, _before: unknown, { client: cache }: { client: QueryClient }) =>
  cache.invalidateQueries({ queryKey: teamQuery.queryKey });

/** The keys that a member made end with their rights. */
const onMemberChanged: typeof onSuccess = async (...all) => {
  const { client: cache } = all[3];
  await Promise.all([onSuccess(...all), ...[apiKeysQuery, assessmentsQuery].map(({ queryKey }) => cache.invalidateQueries({ queryKey }))]);
};

const at = (member_id: string) => ({ params: { path: { member_id } } });

export const inviteMember = mutationOptions({
  mutationFn: (body: MemberInvitation) => unwrap(client.POST("/api/desk/members", { body })),
  onSuccess,
});

export const changeRole = mutationOptions({
  mutationFn: ({ id, ...body }: RoleEntry & { id: string }) => unwrap(client.PUT("/api/desk/members/{member_id}/role", { ...at(id), body })),
  onSuccess: onMemberChanged,
});

export type MemberAction = "invite" | "revoke" | "deactivate" | "reactivate" | "reset" | "handOver" | "delete";

const ACTIONS: Record<MemberAction, (id: string) => Promise<unknown>> = {
  invite: (id) => client.POST("/api/desk/members/{member_id}/invitation", at(id)),
  revoke: (id) => client.DELETE("/api/desk/members/{member_id}/invitation", at(id)),
  deactivate: (id) => client.POST("/api/desk/members/{member_id}/deactivate", at(id)),
  reactivate: (id) => client.POST("/api/desk/members/{member_id}/reactivate", at(id)),
  handOver: (id) => client.POST("/api/desk/members/{member_id}/hand-over", at(id)),
  delete: (id) => client.DELETE("/api/desk/members/{member_id}", at(id)),
  reset: (id) => client.DELETE("/api/desk/members/{member_id}/second-factor", at(id)),
};

export const actOnMember = mutationOptions({
  mutationFn: ({ id, action }: { id: string; action: MemberAction }) => ACTIONS[action](id),
  onSuccess: async (reply: unknown, body: { action: MemberAction }, before: unknown, context: { client: QueryClient }) => {
    await onMemberChanged(reply, body, before, context);
    if (body.action === "handOver") await context.client.invalidateQueries(deskSessionQuery);
  },
});

/** Ends one's own membership, and with it the session: nothing is loaded again. */
export const leaveTeam = mutationOptions({ mutationFn: (id: string) => ACTIONS.deactivate(id) });

/** Adds a location, or changes the one with `id`. */
export const saveLocation = mutationOptions({
  mutationFn: ({ id, ...body }: LocationEntry & { id?: string | undefined }) =>
    id === undefined
      ? unwrap(client.POST("/api/desk/locations", { body }))
      : unwrap(client.PUT("/api/desk/locations/{location_id}", { params: { path: { location_id: id } }, body })),
  onSuccess,
});

export const closeLocation = mutationOptions({
  mutationFn: ({ id, closed }: { id: string; closed: boolean }) => {
    const params = { path: { location_id: id } };
    return closed
      ? unwrap(client.POST("/api/desk/locations/{location_id}/close", { params }))
      : unwrap(client.POST("/api/desk/locations/{location_id}/reopen", { params }));
  },
  onSuccess,
});

export const updateEmployer = mutationOptions({
  mutationFn: (body: EmployerUpdate) => unwrap(client.PATCH("/api/desk/employer", { body })),
  onSuccess: (_reply, _body, _before, { client: cache }) => cache.invalidateQueries(deskSessionQuery),
});

/** What closing the account would end. */
export const leavingQuery = queryOptions({
  queryKey: ["desk", "leaving"],
  queryFn: () => unwrap(client.GET("/api/desk/employer/leaving")),
  staleTime: 0,
});

/** Closes the account for good; the name is typed again, with a code. */
export const closeAccount = mutationOptions({
  mutationFn: (body: { name: string; code: string }) => unwrap(client.POST("/api/desk/employer/close", { body })),
});
