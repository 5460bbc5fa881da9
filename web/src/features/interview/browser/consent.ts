/** What the preparation hands over to the room: the consent, and the press on its start button. */

/** Consent given in this tab, kept until an interview exists to store it with. */
export interface GivenConsent {
  /** Version of the consent text that was shown. */
  version: string;
  aiScoring: boolean;
  /** Of the text, if the server could not record yet that it was shown. */
  receipt?: string | null;
}

const KEY = "interviewConsent";

/** Fallback where the browser forbids storage. */
let memory: string | null = null;

export function rememberConsent(userId: string, consent: GivenConsent): void {
  const record = JSON.stringify({ userId, ...consent });
  memory = record;
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // Kept in memory: the interview is the next page.
  }
}

/** Clears the consent once the interview has it; the next interview needs its own. */
export function forgetConsent(): void {
  memory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Returns this person's consent, or null if there is none in this tab. */
export function rememberedConsent(userId: string): GivenConsent | null {
  const record = stored() ?? memory;
  if (record === null) return null;
  const { userId: owner, ...consent } = JSON.parse(record) as GivenConsent & { userId: string };
  return owner === userId ? consent : null;
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let pressed = false;

/** Lets the page speak from now on: phones allow that only after it has spoken in a tap. */
export function unlockVoice(): void {
  if (globalThis.speechSynthesis) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
}

/**
 * Remembers that the person has pressed a start button, so that the room needs no second one. Call it directly before the
 * room opens: a press on a page that was left does not start a camera later.
 */
export function enterAtOnce(): void {
  pressed = true;
}

/** Returns whether the person has pressed a start button since the last call. */
export function takeEntry(): boolean {
  const entering = pressed;
  pressed = false;
  return entering;
}
