import type { ApiKeys } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

/** What each scope of an API key allows. */
export const SCOPES: Record<ApiKeys["scopes"][number], () => string> = {
  "applications:read": m.desk_api_keys_applications_read,
  "moves:write": m.desk_api_keys_moves_write,
  "jobs:read": m.desk_api_keys_jobs_read,
  "jobs:write": m.desk_api_keys_jobs_write,
};
