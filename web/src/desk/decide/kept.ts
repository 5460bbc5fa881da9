/**
 * What a member was writing to or about candidates and has not sent. It outlives the session and a reload, belongs to that member, and is told
 * to them when the desk opens the next time.
 */

import { useState } from "react";
import { useDraftOwner } from "#/desk/session.ts";
import { draftNames } from "#/platform/draftNames.ts";
import { type DraftOwner, dropDraft, keepDraft, readDraft } from "#/platform/drafts.ts";
import type { AppPath } from "#/platform/paths.ts";
import type { Draft } from "./draft.ts";
import type { DecideAction } from "./words.ts";

const PREFIX = "unsent:";

/** `about`: the application, or for several people the page with the selection and the open sheet. */
type KeptMove = { kind: "move"; about: string; name: string; action: DecideAction; draft: Draft };
type KeptBulk = { kind: "bulk"; about: AppPath; name: string; action: "ask" | "invite"; draft: Draft };
type KeptMessage = { kind: "message"; about: string; name: string; text: string };
type KeptNote = { kind: "note"; about: string; name: string; text: string };
/** `undone`: it went out, was taken back at once, and was not opened since. */
export type Kept = (KeptMove | KeptBulk | KeptMessage | KeptNote) & { undone?: true };
type Identity = Pick<Kept, "kind" | "about">;

const nameOf = ({ kind, about }: Identity) => `${PREFIX}${kind}:${about}`;

/** Brings back what was written of a decision that was undone. */
export function keepAgain(owner: DraftOwner, kept: Kept): void {
  keepDraft(owner, nameOf(kept), { ...kept, undone: true });
}

export function readKept(owner: DraftOwner): Kept[] {
  return draftNames(owner, PREFIX).flatMap((name) => readDraft<Kept>(owner, name) ?? []);
}

export function isKept(owner: DraftOwner, kept: Kept): boolean {
  return readDraft(owner, nameOf(kept)) !== null;
}

export function dropKept(owner: DraftOwner, kept: Identity): void {
  dropDraft(owner, nameOf(kept));
}

/** What was kept when the form opened, or null; and functions to keep and to drop it. */
export function useKept<Kind extends Kept["kind"]>(kind: Kind, about: Extract<Kept, { kind: Kind }>["about"]) {
  type Found = Extract<Kept, { kind: Kind }>;
  const owner = useDraftOwner();
  const [kept] = useState(() => readDraft<Found>(owner, nameOf({ kind, about })));
  const keep = (written: Omit<Found, "kind" | "about">) => keepDraft(owner, nameOf({ kind, about }), { kind, about, ...written });
  return { kept, keep, drop: () => dropKept(owner, { kind, about }) };
}
