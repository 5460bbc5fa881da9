/**
 * What a member was writing to candidates and has not sent. It outlives the session and a reload, belongs to that member, and is told
 * to them when the desk opens the next time.
 */

import { useState } from "react";
import { useDraftOwner } from "#/desk/session.ts";
import { draftNames } from "#/platform/draftNames.ts";
import { type DraftOwner, dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import type { DecideAction, Draft } from "./draft.ts";

const PREFIX = "unsent:";

type KeptMove = { kind: "move"; application: string; firstName: string; action: DecideAction; draft: Draft };
type KeptMessage = { kind: "message"; application: string; firstName: string; text: string };
export type Kept = KeptMove | KeptMessage;

const nameOf = ({ kind, application }: Pick<Kept, "kind" | "application">) => `${PREFIX}${kind}:${application}`;

export function readKept(owner: DraftOwner): Kept[] {
  return draftNames(owner, PREFIX).flatMap((name) => readDraft<Kept>(owner, name) ?? []);
}

export function isKept(owner: DraftOwner, kept: Kept): boolean {
  return readDraft(owner, nameOf(kept)) !== null;
}

export function dropKept(owner: DraftOwner, kept: Pick<Kept, "kind" | "application">): void {
  dropDraft(owner, nameOf(kept));
}

/** What was kept when the form opened, or null; and functions to keep and to drop it. */
export function useKept<Kind extends Kept["kind"]>(kind: Kind, application: string) {
  type Found = Extract<Kept, { kind: Kind }>;
  const owner = useDraftOwner();
  const [kept] = useState(() => readDraft<Found>(owner, nameOf({ kind, application })));
  const keep = (written: Omit<Found, "kind" | "application">) => keepDraft(owner, nameOf({ kind, application }), { kind, application, ...written });
  return { kept, keep, drop: () => dropKept(owner, { kind, application }) };
}
