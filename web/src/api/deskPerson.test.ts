import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { type AskedQuestion, type Person, personQuery, storeRating } from "./deskPerson.queries.ts";

const person = (level: number | null): Person => ({ questions: [{ id: "kitchen", own: level && { level } }] }) as unknown as Person;
const question = (level: number) => person(level).questions[0] as AskedQuestion;

it("keeps a new level when an earlier reply arrives after it", async () => {
  const cache = new QueryClient();
  const replies: ((person: Person) => void)[] = [];
  const query = { ...personQuery("a1"), queryFn: () => new Promise<Person>((resolve) => replies.push(resolve)) };
  const stop = new QueryObserver(cache, query).subscribe(() => undefined);
  replies[0]?.(person(null));
  await expect.poll(() => cache.getQueryData(query.queryKey)).toEqual(person(null));
  void cache.invalidateQueries({ queryKey: query.queryKey });
  await expect.poll(() => replies.length).toBe(2);

  await storeRating(cache, query, question(4));
  replies[1]?.(person(null));
  await Promise.resolve();
  expect(cache.getQueryData(query.queryKey)).toEqual(person(4));
  await expect.poll(() => replies.length).toBe(3);
  stop();
});
