import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import type { components } from "./schema.gen.d.ts";

export type Accommodation = components["schemas"]["AccommodationReply"];
export type NewAccommodation = components["schemas"]["NewAccommodation"];
export type AccommodationRequest = components["schemas"]["AccommodationRequestReply"];
export type AccommodationAnswer = components["schemas"]["AccommodationAnswer"];

/** What the signed-in person asked for, newest first. */
export const accommodationsQuery = queryOptions({
  queryKey: ["accommodations"],
  queryFn: async () => (await unwrap(client.GET("/api/accommodations"))).accommodations,
  staleTime: 0,
});

/** Asks for another way to do the interview. */
export const askForAccommodation = mutationOptions({
  mutationFn: async (body: NewAccommodation) => (await unwrap(client.POST("/api/accommodations", { body }))).accommodations,
  onSuccess: (found, _body, _before, { client: cache }) => cache.setQueryData(accommodationsQuery.queryKey, found),
});

/** The requests that wait for an operator. */
export const accommodationRequestsQuery = queryOptions({
  queryKey: ["operations", "accommodations"],
  queryFn: async () => (await unwrap(client.GET("/api/operations/accommodations"))).requests,
  staleTime: 0,
});

/** Answers a request, as an operator. */
export const answerAccommodation = mutationOptions({
  mutationFn: ({ id, ...body }: AccommodationAnswer & { id: string }) =>
    unwrap(client.POST("/api/operations/accommodations/{accommodation}", { params: { path: { accommodation: id } }, body })),
  onSettled: (_reply, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: accommodationRequestsQuery.queryKey }),
});
