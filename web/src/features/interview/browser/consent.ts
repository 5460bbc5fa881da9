/** What the person agreed to in this tab, until an interview exists to keep it with. */
export interface GivenConsent {
  /** Of the text that was read. */
  version: string;
  aiScoring: boolean;
}

const KEY = "interviewConsent";

/** Takes over where the browser forbids storage. */
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

/** Called when the interview has the consent: the next interview needs one of its own. */
export function forgetConsent(): void {
  memory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was never stored there.
  }
}

/** The consent of this person, or null if there is none in this tab. */
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
