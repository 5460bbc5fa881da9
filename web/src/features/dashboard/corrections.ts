/** Corrections of answers that are being written: kept until they are saved, also beyond the end of the session. */

import { draftNames } from "#/platform/draftNames.ts";
import type { DraftOwner } from "#/platform/drafts.ts";

const PREFIX = "unsent:correction:";

export const correctionName = (interview: string, order: number) => `${PREFIX}${interview}:${order}`;

/** Whether a correction of this interview is not saved yet. */
export const hasCorrection = (owner: DraftOwner, interview: string) => draftNames(owner, `${PREFIX}${interview}:`).length > 0;
