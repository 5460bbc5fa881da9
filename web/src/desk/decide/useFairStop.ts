import { isCancelledError, keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { letterQuery } from "#/api/deskDecide.queries.ts";
import type { DraftMove } from "#/api/types.ts";
import { type Fair, type Finding, findingsIn } from "./FairWords.tsx";

/**
 * Stops the first attempt to send words about a protected trait, so that the member reads the note about them before.
 *
 * `text`: all that would be sent; after a change, a stop is over. `stopped`: how often sending this text was stopped.
 * `sendUnlessFound` resolves to false if it stopped.
 */
export function useFairStop(text: string) {
  const [stop, setStop] = useState({ text: "", times: 0 });
  const [checking, setChecking] = useState(false);
  const stopped = stop.text === text ? stop.times : 0;
  const sendUnlessFound = async (check: () => Promise<readonly Finding[]>, send: () => void) => {
    if (checking) return true;
    setChecking(true);
    // Where the check fails, sending goes on: the server checks again and records the traits, and without a network nothing is sent.
    const found = await check().catch(() => []);
    setChecking(false);
    if (found.length > 0) setStop({ text, times: stopped + 1 });
    else send();
    return found.length === 0;
  };
  return { stopped, checking, sendUnlessFound };
}

/** The same for the letter of a move; null while there is none. `warning`: of the warning that the member was shown. */
export function useFair(id: string, move: DraftMove | null) {
  const cache = useQueryClient();
  const { stopped, checking, sendUnlessFound } = useFairStop(JSON.stringify(move));
  const query = letterQuery(id, move ?? { action: "close", reason: "filled" });
  const { data } = useQuery({ ...query, enabled: move !== null, placeholderData: keepPreviousData });
  const texts = Object.values(move ?? {}).filter((value) => typeof value === "string");
  const check = async () => {
    const read = () => cache.fetchQuery({ ...query, staleTime: Infinity });
    // Closing the sheet ends the preview that it shows, and must not let the words pass.
    const { findings } = await read().catch((error: unknown) => (isCancelledError(error) ? read() : Promise.reject(error as Error)));
    return texts.flatMap((text) => findingsIn(findings, text));
  };
  const fair: Fair = { findings: data?.findings ?? [], stopped };
  const warning = stopped > 0 ? (data?.warning ?? null) : null;
  return { fair, warning, checking, sendUnlessFound: (send: () => void) => sendUnlessFound(check, send) };
}
