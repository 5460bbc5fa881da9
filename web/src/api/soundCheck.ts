import { pageLanguage } from "#/platform/language.ts";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type SoundHeard = Pick<components["schemas"]["SoundCheckReply"], "understood" | "text" | "language">;

/** In milliseconds. */
const LOOK_AGAIN = 1_000;
const TIMEOUT = 15_000;

/**
 * Sends a few seconds of sound in base64, and returns what the server has understood of it; null if it is not known in
 * time. `version`: of the consent text that the person has agreed to.
 */
export async function checkSound(version: string, sound: string, signal: AbortSignal): Promise<SoundHeard | null> {
  await unwrap(client.POST("/api/sound-check", { body: { version, language: pageLanguage(), sound }, signal }));
  for (let waited = 0; waited < TIMEOUT; waited += LOOK_AGAIN) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    signal.throwIfAborted();
    const { awaited, understood, text, language } = await unwrap(client.GET("/api/sound-check", { signal }));
    if (!awaited) return { understood, text, language };
  }
  return null;
}
