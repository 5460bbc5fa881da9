/** Pages and files that only the server has. */
type ServerAddress = "/" | "/en" | "/es" | "/how-ai-is-used" | "/privacy" | "/demographics" | `/jobs/${string}` | `/api/${string}`;

type Scheme = "https" | "http" | "webcal" | "mailto" | "tel" | "otpauth" | "data" | "blob";

/** An address that the browser opens and not the router: a page of the server, a file, another site or another program. */
export type OutsideAddress = ServerAddress | `${Scheme}:${string}`;

const KNOWN = /^(?:https?|webcal|mailto|tel|otpauth|data|blob):|^\/(?!\/)/i;

/** Returns an address that the server named, if a link may lead there; else undefined: a script is no address. */
export function outsideAddress(address: string | null): OutsideAddress | undefined {
  return address !== null && KNOWN.test(address) ? (address as OutsideAddress) : undefined;
}
