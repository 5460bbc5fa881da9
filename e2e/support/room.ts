/** Steps of the interview preparation and the live interview, and access to the stored interview. */

import { writeFileSync } from "node:fs";
import { expect, type Locator, type Page, request, type TestInfo } from "@playwright/test";
import { type Account, createAccount, setSession } from "./people.ts";
import { analyzeRecording, type RecordingAnalysis } from "./speech.ts";
import type { Inspect } from "./test.ts";

/** Two presses at the same place within this time, in ms, count as a double tap. */
const DOUBLE_TAP_MS = 350;

const noInspection: Inspect = () => Promise.resolve();

/** Answers by pattern of the question. */
const ANSWERS: [pattern: RegExp, answer: string][] = [
  [/kitchen experience/, "I was a line cook at a hotel for three years. I made two hundred breakfast orders in a shift, " + "and I trained four new cooks."],
  [
    /very busy shift/,
    "One Mother's Day we had three hundred covers. I prepped my station early, called out tickets, " +
      "and asked the dishwasher to plate with me. Every order left in time.",
  ],
  [
    /food safe/,
    "Last week the walk in was at fifty degrees, so I threw out the fish, called the manager and wrote it in the log. " +
      "Every day I wash my hands, change gloves after raw chicken and label each box.",
  ],
  // Too short, so the interviewer asks a follow-up question.
  [/Which days and hours/, "I can work."],
  [
    /Which days, and|shift has to change|about a change|shift changed/,
    "Monday to Friday from 6 am to 3 pm. If something changes I call my manager the day before.",
  ],
  [
    /Why do you want to work in a kitchen/,
    "I like the grill because it is fast and I see at once if it is right. Last summer I ran it alone for a wedding " + "and the plates came back empty.",
  ],
];

export function answerTo(question: string): string {
  const found = ANSWERS.find(([pattern]) => pattern.test(question));
  if (!found) throw new Error(`There is no prepared answer to: ${question}`);
  return found[1];
}

/** Gives consent, checks the devices and continues to the room. */
export async function prepare(page: Page, inspect = noInspection, works = true): Promise<void> {
  await expect(page.getByRole("heading", { name: "Before the camera opens" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Let AI score my words" }).check();
  await inspect("consent");
  await expect(page.getByRole("button", { name: "Start Interview Now" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "I'm ready to start" }).check();
  if (works) await expect(page.getByText("Works")).toHaveCount(2);
  else await expect(page.getByText("Off", { exact: true })).toHaveCount(2);
  if (works) await practice(page);
  await inspect("device-check");
  await page.getByRole("button", { name: "Start Interview Now" }).click();
  await expect(page).toHaveURL(/\/live-interview(\?interview=[\w-]+)?$/);
}

/** Records a practice answer and checks that it plays. */
async function practice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try It Out" }).click();
  await page.waitForTimeout(1_000);
  await page.getByRole("button", { name: "Stop and Listen" }).click();
  const player = page.getByLabel("Your practice answer");
  await expect.poll(() => player.evaluate((video) => (video as HTMLVideoElement).readyState)).toBeGreaterThan(1);
}

/** Opens the lobby of a new interview of a new account that has given consent. */
export async function openLobby(page: Page, url: string, language = "en"): Promise<Account> {
  const account = await createAccount(url, 4);
  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { Authorization: `Bearer ${account.token}` },
  });
  const send = async (path: string, data: object) => {
    const reply = await api.post(path, { data });
    expect(reply).toBeOK();
    return (await reply.json()) as { id: string };
  };
  const interview = {
    userId: account.id,
    jobTitle: "Line Cook",
    scheduledAt: new Date().toISOString(),
    language,
  };
  const { id } = await send("/api/interviews", interview);
  const { version } = (await (await api.get("/api/consent")).json()) as {
    version: string;
  };
  await send(`/api/interviews/${id}/consent`, {
    version,
    recording: true,
    aiScoring: true,
  });
  await api.dispose();
  await setSession(page.context(), url, account);
  await page.goto(`${url}/live-interview`);
  await expect(
    page.getByRole("button", {
      name: language === "es" ? "Empezar la entrevista" : "Start Interview",
    }),
  ).toBeVisible();
  return account;
}

/** Goes to the first question: from the lobby, or from the preparation, after which there is no lobby. */
export async function enterRoom(page: Page, inspect = noInspection): Promise<void> {
  const lobby = page.getByRole("button", {
    name: /^(Start|Continue) Interview$/,
  });
  await lobby
    .or(page.getByRole("heading", { name: /^Hello, / }))
    .or(page.getByRole("button", { name: "Start My Answer" }))
    .waitFor();
  if (!(await lobby.isVisible())) return passIntroduction(page);
  await inspect("lobby");
  await lobby.click();
  await expect(page.getByRole("heading", { name: /^Hello, / })).toBeVisible();
  await inspect("introduction");
  await passIntroduction(page);
}

/** Waits for the end of the introduction; on machines without voices it needs a tap. */
export async function passIntroduction(page: Page): Promise<void> {
  const first = page.getByRole("button", { name: /^(First|Next) Question$/ });
  const start = page.getByRole("button", {
    name: /^(Start|Continue) My Answer$/,
  });
  await first.or(start).waitFor();
  await page.waitForTimeout(DOUBLE_TAP_MS + 50);
  if (await first.isVisible()) await first.press("Enter", { timeout: 2_000 }).catch(() => undefined);
  await expect(start).toBeVisible();
}

/** Goes to the first question with camera and microphone denied: from the lobby, or from the preparation. */
export async function enterRoomTyping(page: Page, inspect = noInspection): Promise<void> {
  const lobby = page.getByRole("button", {
    name: /^(Start|Continue) Interview$/,
  });
  const denied = page.getByRole("heading", { name: "Camera Access Denied" });
  await lobby.or(denied).waitFor();
  if (await lobby.isVisible()) await lobby.click();
  await expect(denied).toBeVisible();
  await expect(page.getByText("Please allow camera access to participate in the video interview.")).toBeVisible();
  await inspect("camera-denied");
  await press(page, "Continue without a camera");
  await expect(page.getByRole("heading", { name: "We can't reach your microphone" })).toBeVisible();
  await inspect("microphone-denied");
  await press(page, "Type my answers instead");
  await passIntroduction(page);
}

/** Clicks a button slowly enough that it does not count as a double tap with the previous click. */
export async function press(page: Page, name: string): Promise<void> {
  const button = await findButton(page, name);
  await button.click();
}

/** Double-clicks a button. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  const button = await findButton(page, name);
  await button.dblclick();
}

async function findButton(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole("button", { name, exact: true });
  await expect(button).toBeVisible();
  await page.waitForTimeout(DOUBLE_TAP_MS + 50);
  return button;
}

/** Starts the answer to the current question and returns the question. */
export async function startAnswer(page: Page): Promise<string> {
  await expect(page.getByRole("button", { name: /^(Start|Continue) My Answer$/ })).toBeVisible();
  const question = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("button", { name: /^(Start|Continue) My Answer$/ }).click();
  return question;
}

/** Calls `answer` for each question until the review page is shown. */
export async function answerAll(page: Page, answer: (order: number) => Promise<void>): Promise<void> {
  const start = page.getByRole("button", {
    name: /^(Start|Continue) My Answer$/,
  });
  const review = page.getByRole("heading", {
    name: "Your answers, in your words",
  });
  for (let order = 1; ; order += 1) {
    await start.or(review).waitFor();
    if (await review.isVisible()) return;
    await answer(order);
  }
}

/** Goes from the review page to the thank-you page. */
export async function finishInterview(page: Page, inspect = noInspection): Promise<void> {
  await inspect("review");
  await page.getByRole("button", { name: "End Interview" }).last().click();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
}

/** Types an answer during the recording and completes it. */
export async function typeAnswer(page: Page, answer: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your answer" }).fill(answer);
  await press(page, "Complete This Answer");
}

export async function saveAnswer(page: Page): Promise<void> {
  await press(page, "Save My Answer");
}

/** An interview as returned by the server. */
export interface StoredInterview {
  id: string;
  status: string;
  aiScore: number | null;
  /** JSON, see {@link Report}. */
  aiSummary: string | null;
  questions: { question: string }[];
  responses: {
    questionText: string;
    responseText: string;
    originalText: string | null;
    corrected: boolean;
    responseOrder: number;
    mode: string;
    takeNumber: number | null;
  }[];
  takes: {
    number: number;
    responseOrder: number;
    state: string;
    url: string | null;
  }[];
}

export interface Report {
  summary: string;
  competencies: { competency: string; quote: string | null }[];
}

/** Returns the only interview of the signed-in user. */
export async function storedInterview(page: Page): Promise<StoredInterview> {
  const { user } = await readJson<{ user: { id: string } }>(page, "/api/auth/me");
  const interviews = await readJson<{ id: string }[]>(page, `/api/users/${user.id}/interviews`);
  expect(interviews).toHaveLength(1);
  return readJson<StoredInterview>(page, `/api/interviews/${interviews[0]?.id}`);
}

/** Fetches JSON with the session of the page, even while the page itself is offline. */
export async function readJson<T>(page: Page, path: string): Promise<T> {
  const reply = await page.request.get(path);
  expect(reply).toBeOK();
  return (await reply.json()) as T;
}

/** Waits until the take of an answer is finalized, downloads and analyzes it. */
export async function analyzeAnswer(page: Page, order: number, testInfo: TestInfo): Promise<RecordingAnalysis> {
  const find = async () => (await storedInterview(page)).takes.find(({ responseOrder }) => responseOrder === order);
  await expect
    .poll(async () => (await find())?.state, {
      message: `take of answer ${order}`,
    })
    .toBe("ready");
  const reply = await page.request.get((await find())?.url ?? "");
  expect(reply).toBeOK();
  const file = testInfo.outputPath(`answer-${order}`);
  writeFileSync(file, await reply.body());
  return analyzeRecording(file);
}

/** A chunk of a take as listed by the server. */
export interface Chunk {
  segment: number;
  index: number;
  size: number;
}

/** Returns the chunks of a take that the server has. */
export async function chunksOf(page: Page, take: number): Promise<Chunk[]> {
  const { id } = await storedInterview(page);
  return (await readJson<{ chunks: Chunk[] }>(page, `/api/recordings/${id}/takes/${take}/chunks`)).chunks;
}

/** Waits until the server has a chunk of a take; returns all of them. */
export async function waitForChunks(page: Page, take: number): Promise<Chunk[]> {
  await expect.poll(async () => (await chunksOf(page, take)).length).toBeGreaterThan(0);
  return chunksOf(page, take);
}

/** Returns how many chunks the phone keeps because the server does not have them. */
export function keptChunks(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("dayshift-interview");
        opening.onerror = () => reject(opening.error as DOMException);
        opening.onsuccess = () => {
          const count = opening.result.transaction("chunks").objectStore("chunks").count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
}

/** Waits until the phone keeps two more chunks than now. */
export async function waitForTwoMoreKept(page: Page): Promise<void> {
  const before = await keptChunks(page);
  await expect.poll(() => keptChunks(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 2);
}
