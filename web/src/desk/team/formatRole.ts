import type { TeamMember } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

const ROLES = { owner: m.desk_team_owner, manager: m.desk_team_manager, reviewer: m.desk_team_reviewer } as const;

/** Returns the role's name: "Manager". */
export function formatRole(role: TeamMember["role"]): string {
  return ROLES[role]();
}
