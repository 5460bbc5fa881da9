import { m } from "#/messages.gen/messages.js";

/** The place of work from home: "From home", with the state in which somebody must live, if there is one. */
export const fromHome = (state: string | null): string => (state ? m.matching_place_remote_in({ state }) : m.matching_place_remote());
