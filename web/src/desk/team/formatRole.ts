import type { TeamMember } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

const ROLES: Readonly<Record<TeamMember["role"], () => string>> = { owner: m.desk_team_owner, manager: m.desk_team_manager, reviewer: m.desk_team_reviewer };

/** Returns the role's name: "Manager"; of one that this version doesn't know, its key. */
export function formatRole(role: string): string {
  const names: Partial<Record<string, () => string>> = ROLES;
  return names[role]?.() ?? role;
}
