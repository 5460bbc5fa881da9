import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { User } from "#/api/types.ts";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { forgetConsent, rememberConsent, rememberedConsent } from "./browser/consent.ts";
import { interview, question } from "./testing/fakePorts.ts";
import { interviewApi } from "./interviewApi.ts";

const user = { id: "maya", firstName: "Maya", lastName: "Lopez" } as User;
const running = new AbortController().signal;
const none = async () => false;

/** Fake server: responses by method and path, and the recorded requests. */
let answers: Record<string, unknown>;
let asked: string[];

function record(changes: object = {}) {
  const job = { jobTitle: "Line Cook", companyName: "Restaurant", questions: [question("Why?", "why")] };
  const state = { status: "in-progress", consentVersion: "2026-11", joinable: true, responses: [], takes: [] };
  return { id: "one", ...job, ...state, ...changes };
}

const scheduled = { id: "two", status: "scheduled", consentVersion: null };
const room = { roomUrl: "/live-interview", candidateToken: "secret" };

beforeEach(() => {
  asked = [];
  answers = {
    "GET /api/users/maya/interviews": [],
    "GET /api/interviews/suggestion": { jobTitle: "Kitchen Staff", companyName: "Restaurant" },
    "POST /api/interviews": { interview: record({ id: "new", consentVersion: null, status: "scheduled" }) },
    "POST /api/interviews/one/start": { ...room, interview: record() },
    "POST /api/interviews/two/start": { ...room, interview: record({ id: "two" }) },
    "POST /api/interviews/new/start": { ...room, interview: record({ id: "new" }) },
    "POST /api/interviews/two/consent": {},
    "POST /api/interviews/new/consent": {},
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    asked.push(`${call} ${await request.text()}`.trim());
    const answer = answers[call] ?? Response.json({ code: "not_found" }, { status: 404 });
    return answer instanceof Response ? answer : Response.json(answer);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  forgetConsent();
});

const open = (wanted: string | null = null) => interviewApi(user, new QueryClient(), wanted).open(running, none) as Promise<{ interview: { id: string } }>;
const agree = (aiScoring = true) => rememberConsent("maya", { version: "2026-11", aiScoring });
const calls = () => asked.map((line) => line.split(" ").slice(0, 2).join(" "));

test("continues an interview in progress, which has its consent", async () => {
  answers["GET /api/users/maya/interviews"] = [record(scheduled), record()];
  expect((await open()).interview.id).toBe("one");
  expect(calls().slice(0, 2)).toEqual(["GET /api/users/maya/interviews", "POST /api/interviews/one/start"]);
});

test("keeps the language of an interview with answers that only this device has", async () => {
  answers["GET /api/users/maya/interviews"] = [record()];
  await interviewApi(user, new QueryClient(), null).open(running, async (id) => id === "one");
  expect(asked[1]).toContain('"language":null');
});

test("polls for transcripts until all of them are there", async () => {
  vi.useFakeTimers();
  const answer = (responseOrder: number, responseText: string, wordsAwaited: boolean) => {
    const passages = wordsAwaited ? [] : [{ begin: 0, end: 2, text: responseText, degree: "heard" }];
    const heard = wordsAwaited ? { understood: null, language: null } : { understood: "heard", language: "en" };
    return { responseOrder, responseText, wordsAwaited, ...heard, confirmedAt: null, passages };
  };
  answers["GET /api/interviews/one"] = { responses: [answer(1, "Typed.", false), answer(2, "(nothing)", true)], writingDelay: { expectedAt: null } };
  const changed = vi.fn<(answers: unknown) => void>();
  const stop = interviewApi(user, new QueryClient(), null).watchWritten("one", [2, 3], changed);
  await vi.advanceTimersByTimeAsync(0);
  expect(changed).toHaveBeenLastCalledWith([
    { order: 2, responseText: "(nothing)", awaited: true, delay: { expectedAt: null }, understood: null, language: null, confirmed: false, passages: [] },
  ]);
  answers["GET /api/interviews/one"] = { responses: [answer(2, "Heard.", false)] };
  await vi.advanceTimersByTimeAsync(2_000);
  answers["GET /api/interviews/one"] = undefined;
  await vi.advanceTimersByTimeAsync(2_000);
  answers["GET /api/interviews/one"] = { responses: [answer(2, "Heard.", false), answer(3, "Too.", false)] };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(changed).toHaveBeenCalledTimes(4);
  expect(changed.mock.lastCall?.[0]).toMatchObject([{ understood: "heard", language: "en", passages: [{ text: "Heard." }] }, { order: 3 }]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(changed).toHaveBeenCalledTimes(4);
  stop();
  vi.useRealTimers();
});

test("requires consent before it creates anything", async () => {
  rememberConsent("luis", { version: "2026-11", aiScoring: true });
  expect(await open()).toBe("consent-needed");
  expect(calls()).toEqual(["GET /api/users/maya/interviews"]);
});

test("creates an interview for now, for the job that the person searches", async () => {
  agree(false);
  expect((await open()).interview.id).toBe("new");
  expect(asked[2]).toMatch(/POST \/api\/interviews .*"jobTitle":"Kitchen Staff".*"scheduledAt":"20/);
  expect(asked[3]).toContain('{"version":"2026-11","aiScoring":false,"recording":true}');
  expect(asked[4]).toContain('{"participantName":"Maya Lopez","userId":"maya","language":"en"}');
});

test("joins the interview scheduled for now instead of creating another", async () => {
  agree();
  answers["GET /api/users/maya/interviews"] = [record(scheduled)];
  expect((await open()).interview.id).toBe("two");
  expect(calls()).not.toContain("POST /api/interviews");
});

test("joins the requested interview", async () => {
  agree();
  answers["GET /api/users/maya/interviews"] = [record(), record(scheduled)];
  expect((await open("two")).interview.id).toBe("two");
});

test("joins the requested interview that the list leaves out before its consent", async () => {
  agree();
  answers["GET /api/interviews/two"] = record(scheduled);
  expect((await open("two")).interview.id).toBe("two");
  expect(calls()).not.toContain("POST /api/interviews");
});

test("requires consent again when its text has changed", async () => {
  agree();
  answers["GET /api/users/maya/interviews"] = [record(scheduled)];
  answers["POST /api/interviews/two/consent"] = Response.json({ code: "consent_required" }, { status: 409 });
  expect(await open()).toBe("consent-needed");
  expect(calls()).not.toContain("POST /api/interviews/two/start");
});

test("requires consent again when the server demands it", async () => {
  answers["GET /api/users/maya/interviews"] = [record()];
  answers["POST /api/interviews/one/start"] = Response.json({ code: "consent_required" }, { status: 409 });
  expect(await open()).toBe("consent-needed");
});

test.each([{ roomUrl: "" }, { candidateToken: "" }])("fails for an interview without a room: %o", async (lack) => {
  answers["GET /api/users/maya/interviews"] = [record()];
  answers["POST /api/interviews/one/start"] = { ...room, ...lack, interview: record() };
  await expect(open()).rejects.toThrow("no room");
});

test("loads answers and takes of earlier visits", async () => {
  const responses = [
    { responseOrder: 1, questionId: "why", questionText: "Why?", responseText: "Because.", mode: "spoken", takeNumber: 2, originalText: null },
    { responseOrder: 2, questionId: "how", questionText: "How?", responseText: "Fast.", mode: "spoken", takeNumber: 7, originalText: "Last." },
    { responseOrder: 3, questionId: "when", questionText: "When?", responseText: "Now.", mode: "typed", takeNumber: 8, originalText: null },
  ];
  answers["GET /api/users/maya/interviews"] = [record()];
  const started = record({ responses, takes: [{ number: 2 }, { number: 7 }] });
  answers["POST /api/interviews/one/start"] = { ...room, interview: started, transcribes: true };
  expect((await open()).interview).toMatchObject({
    answers: [
      { order: 1, questionId: "why", questionText: "Why?", responseText: "Because.", spokenTake: 2 },
      { order: 2, questionId: "how", questionText: "How?", responseText: "Fast." },
      { order: 3, questionId: "when", questionText: "When?", responseText: "Now." },
    ],
    lastTake: 7,
    transcribes: true,
  });
});

test("skips a take that was abandoned on another device", async () => {
  answers["GET /api/users/maya/interviews"] = [record()];
  answers["GET /api/recordings/one/takes/1/chunks"] = { chunks: [{ segment: 0, index: 0, size: 9 }] };
  answers["GET /api/recordings/one/takes/2/chunks"] = { chunks: [] };
  expect((await open()).interview).toMatchObject({ lastTake: 1 });
});

test.each([500, 503, 401])("does not reuse a take number because the server answered %i", async (status) => {
  answers["GET /api/users/maya/interviews"] = [record()];
  answers["GET /api/recordings/one/takes/1/chunks"] = Response.json({}, { status });
  await expect(open()).rejects.toMatchObject({ status });
});

test("requires a new consent for each interview", async () => {
  agree();
  expect((await open()).interview.id).toBe("new");
  expect(rememberedConsent("maya")).toBeNull();
  expect(await open()).toBe("consent-needed");
});

test("updates other pages that the interview is in progress, even if the list cannot be loaded", async () => {
  agree();
  const cache = new QueryClient();
  await interviewApi(user, cache, null).open(running, none);
  expect(cache.getQueryData(interviewsQuery("maya").queryKey)).toMatchObject([{ id: "new", status: "in-progress" }]);
});

test("aborts the request for the next question when it is no longer needed", async () => {
  let signal: AbortSignal | undefined;
  vi.stubGlobal("fetch", (request: Request) => ((signal = request.signal), new Promise(() => {})));
  const waiting = new AbortController();
  const asking = interviewApi(user, new QueryClient(), null).adapt(interview(), [], waiting.signal);
  waiting.abort();
  await expect(asking).rejects.toMatchObject({ name: "AbortError" });
  expect(signal?.aborted).toBe(true);
});

test("creates nothing after the page was left", async () => {
  agree();
  const gone = new AbortController();
  const opening = interviewApi(user, new QueryClient(), null).open(gone.signal, none);
  gone.abort();
  await expect(opening).rejects.toThrow();
  expect(calls()).not.toContain("POST /api/interviews");
});

test("requests the next question with IDs, texts and the takes of spoken answers, without running numbers", async () => {
  answers["POST /api/interviews/one/adapt-next-question"] = { adaptedQuestion: null };
  const said = { order: 1, questionId: "why", questionText: "Why?", responseText: "Because." };
  const spoken = { order: 2, questionId: "how", questionText: "How?", responseText: "Fast.", spokenTake: 3 };
  const asks = interview({ id: "one", answers: [said, spoken] });
  expect(await interviewApi(user, new QueryClient(), null).adapt(asks, [], running)).toBeNull();
  expect(asked[0]).toContain(
    '[{"questionId":"why","questionText":"Why?","responseText":"Because."},{"questionId":"how","questionText":"How?","responseText":"Fast.","takeNumber":3}]',
  );
});
