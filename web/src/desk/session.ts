import { useQuery } from "@tanstack/react-query";
import { deskSessionQuery } from "#/api/deskSession.queries.ts";
import type { Desk } from "#/api/types.ts";
import type { DraftOwner } from "#/platform/drafts.ts";

/** Whose drafts a page of the desk stores. */
export function useDraftOwner(): DraftOwner {
  return `member:${useDesk().member.id}`;
}

/** The signed-in member and their employer, for pages that the desk opens to members only. */
export function useDesk(): Desk {
  const { data } = useQuery(deskSessionQuery);
  if (data?.state !== "signed-in") throw new Error("This page needs a signed-in member.");
  return data.desk;
}
