/** The person whose pages this tab shows, on each side of the app. */

export type Side = "candidate" | "desk";

const shown: Record<Side, string | null> = { candidate: null, desk: null };

/** From now on, requests of this side are for this person: the server refuses them in anybody else's session. */
export function actAs(side: Side, id: string | null): void {
  shown[side] = id;
}

/** The header that names the person a request is for; none while nobody is known to be signed in. */
export function identityHeaders(path: string, id = shown[path.startsWith("/api/desk/") ? "desk" : "candidate"]): Record<string, string> {
  return id === null ? {} : { "x-signed-in-as": id };
}
