/** Consent given in this tab, kept until an interview exists to store it with. */
export interface GivenConsent {
  /** Version of the consent text that was shown. */
  version: string;
  aiScoring: boolean;
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
  const { userId: owner, version, aiScoring } = JSON.parse(record) as GivenConsent & { userId: string };
  return owner === userId ? { version, aiScoring } : null;
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
