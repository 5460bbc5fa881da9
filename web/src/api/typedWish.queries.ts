import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** Milliseconds without a key press after which a text is interpreted. */
const TYPING_PAUSE = 600;

/** What a search that is being typed says, once its writer pauses. */
export const typedWishQuery = (text: string) =>
  queryOptions({
    queryKey: ["typed-wish", text],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE));
      if (signal.aborted) throw signal.reason;
      return unwrap(client.POST("/api/wish", { body: { text }, signal }));
    },
    gcTime: 0,
    retry: false,
  });
