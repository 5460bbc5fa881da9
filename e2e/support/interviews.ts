/** Creates interviews through the API, for journeys that only view them. */

import { type APIRequestContext, expect, type Page, request } from "@playwright/test";
import type { Account } from "./people.ts";
import { answerTo } from "./room.ts";
import type { Server } from "./server.ts";

const MEDIA_SECONDS = 2;

interface CreatedInterview {
  id: string;
  questions: { id: string; question: string }[];
}

/** Returns an API client with the session of an account. */
export async function apiAs(server: Server, { token }: Account): Promise<APIRequestContext> {
  return request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
}

/** Creates an interview that is due now; `started`: and starts it. */
export async function createInterview(server: Server, account: Account, jobTitle: string, started = false): Promise<CreatedInterview> {
  const api = await apiAs(server, account);
  const interview = (await post(api, "/api/interviews", {
    userId: account.id,
    jobTitle,
    scheduledAt: new Date().toISOString(),
  })) as CreatedInterview;
  await post(api, `/api/interviews/${interview.id}/consent`, {
    version: "2026-11e",
    recording: true,
    aiScoring: true,
  });
  if (started) await start(api, account, interview.id);
  await api.dispose();
  return interview;
}

/** Sends an account's interview to a job, with everything shared; returns the application's ID. */
export async function sendApplication(server: Server, account: Account, { job, employer }: { job: string; employer: string }): Promise<string> {
  const api = await apiAs(server, account);
  await post(api, "/api/applications", {
    jobIds: [job],
    shares: [{ employerId: employer }],
  });
  const { applications } = (await (await api.get("/api/applications")).json()) as { applications: { id: string }[] };
  await api.dispose();
  return applications[0]?.id ?? "";
}

/** Creates a completed interview with a score. `page`, which must be signed in, records the first answer; without it, all are typed. */
export async function createScoredInterview(page: Page | null, server: Server, account: Account): Promise<void> {
  const { id, questions } = await createInterview(server, account, "Line Cook");
  const api = await apiAs(server, account);
  await start(api, account, id);
  if (page) await post(api, `/api/interviews/${id}/start-recording`, {});
  const segments = page ? [{ segment: 0, count: 1, mimeType: await record(page, id) }] : [];
  for (const [index, { id: questionId, question }] of questions.entries()) {
    const spoken = page !== null && index === 0;
    await post(api, `/api/interviews/${id}/responses`, {
      questionId,
      questionText: question,
      responseText: answerTo(question),
      responseOrder: index + 1,
      mode: spoken ? "spoken" : "typed",
      ...(spoken && { take: { number: 1, segments } }),
    });
  }
  await post(api, `/api/interviews/${id}/complete`, {});
  const scored = async () =>
    (
      (await (await api.get(`/api/interviews/${id}`)).json()) as {
        aiScore: number | null;
      }
    ).aiScore;
  await expect.poll(scored, "a score").not.toBeNull();
  await api.dispose();
}

async function start(api: APIRequestContext, { id: userId, firstName }: Account, interview: string): Promise<void> {
  await post(api, `/api/interviews/${interview}/start`, {
    participantName: firstName,
    userId,
  });
}

async function post(api: APIRequestContext, path: string, data: object): Promise<unknown> {
  const reply = await api.post(path, { data });
  expect(reply, `POST ${path}: ${await reply.text()}`).toBeOK();
  return reply.json();
}

/** Records camera and microphone of the page as the first take; returns the MIME type. */
async function record(page: Page, recording: string): Promise<string> {
  return page.evaluate(
    async ({ path, ms }) => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: true,
        audio: true,
      });
      const recorder = new MediaRecorder(stream, { mimeType: "video/webm" });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      const stopped = new Promise((resolve) => (recorder.onstop = resolve));
      recorder.start();
      await new Promise((resolve) => setTimeout(resolve, ms));
      recorder.stop();
      await stopped;
      for (const track of stream.getTracks()) track.stop();
      const bytes = await new Blob(parts).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const headers = { "Content-Type": "video/webm", "X-Sha256": sha256 };
      const reply = await fetch(path, { method: "PUT", body: bytes, headers });
      if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
      return recorder.mimeType;
    },
    {
      path: `/api/recordings/${recording}/takes/1/segments/0/chunks/0`,
      ms: MEDIA_SECONDS * 1_000,
    },
  );
}
