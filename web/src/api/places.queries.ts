import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";

/** The city and state of a zip code. An error if there is none. */
export const placeOfZipQuery = (zip: string) =>
  queryOptions({
    queryKey: ["place-of-zip", zip],
    queryFn: ({ signal }) => unwrap(client.GET("/api/places/{zip_code}", { params: { path: { zip_code: zip } }, signal })),
    staleTime: Infinity,
    retry: false,
  });
