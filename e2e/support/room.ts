/** How a candidate goes through the preparation and the live interview. */

import { writeFileSync } from "node:fs";
import { expect, type Locator, type Page, request, type TestInfo } from "@playwright/test";
import { type Account, beSignedIn, onboarded } from "./people.ts";
import { hear, type Heard } from "./speech.ts";
import type { Inspect } from "./test.ts";

/** The room takes two presses at one place for a double tap when they come within this time: in milliseconds. */
const DOUBLE_TAP = 350;

const inPassing: Inspect = () => Promise.resolve();

/** Answers as a cook would give them, by what the question is about. */
const ANSWERS: [about: RegExp, answer: string][] = [
  [
    /kitchen experience/,
    "I was a line cook at a hotel for three years. I made two hundred breakfast orders in a shift, " +
      "and I trained four new cooks.",
  ],
  [
    /very busy shift/,
    "One Mother's Day we had three hundred covers. I prepped my station early, called out tickets, " +
      "and asked the dishwasher to plate with me. Every order left in time.",
  ],
  [
    /food safe/,
    "I wash my hands and I label every box with the date. Once the cooler was at fifty degrees, so I threw the fish " +
      "out and called the manager, and no guest got sick.",
  ],
  // So thin that the interviewer asks once more.
  [/Which days and hours/, "I can work."],
  [
    /days of the week|what time|schedule has to change/,
    "Monday to Friday from 6 am to 3 pm. If something changes I call my manager the day before.",
  ],
  [
    /Why do you want to work in a kitchen/,
    "I like the rush, and I like to see a plate come back empty. Last summer a guest came to the kitchen " +
      "to thank me for her birthday dinner.",
  ],
];

export function answerTo(question: string): string {
  const found = ANSWERS.find(([about]) => about.test(question));
  if (!found) throw new Error(`Nobody has prepared an answer to: ${question}`);
  return found[1];
}

/** Agrees to what is recorded, checks the devices, and starts. From the preparation page to the room's door. */
export async function prepare(page: Page, inspect = inPassing, works = true): Promise<void> {
  await expect(page.getByRole("heading", { name: "Before the camera opens" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Record my answers" }).check();
  await page.getByRole("checkbox", { name: "Let AI score my words" }).check();
  await inspect("consent");
  await page.getByRole("button", { name: "Agree and Continue" }).click();
  if (works) await expect(page.getByText("Works")).toHaveCount(2);
  else await expect(page.getByText("Off", { exact: true })).toHaveCount(2);
  if (works) await practise(page);
  await expect(page.getByRole("button", { name: "Start Interview Now" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "I'm ready to start" }).check();
  await inspect("device-check");
  await page.getByRole("button", { name: "Start Interview Now" }).click();
  await expect(page).toHaveURL(/\/live-interview$/);
}

/** Tries the practice question; what was said plays once more. */
async function practise(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try It Out" }).click();
  await page.waitForTimeout(1_000);
  await page.getByRole("button", { name: "Stop and Listen" }).click();
  const heard = page.getByLabel("Your practice answer");
  await expect.poll(() => heard.evaluate((video) => (video as HTMLVideoElement).readyState)).toBeGreaterThan(1);
}

/** To the room's door, with somebody new who has agreed to everything and whose interview is made. */
export async function openDoor(page: Page, url: string): Promise<Account> {
  const account = await onboarded(url, 4);
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { Authorization: `Bearer ${account.token}` } });
  const send = async (path: string, data: object) => {
    const reply = await api.post(path, { data });
    expect(reply).toBeOK();
    return (await reply.json()) as { id: string };
  };
  const wanted = { userId: account.id, jobTitle: "Line Cook", scheduledAt: new Date().toISOString() };
  const { id } = await send("/api/interviews", wanted);
  await send(`/api/interviews/${id}/consent`, { version: "2026-11c", recording: true, aiScoring: true });
  await api.dispose();
  await beSignedIn(page.context(), url, account);
  await page.goto(`${url}/live-interview`);
  await expect(page.getByRole("button", { name: "Start Interview" })).toBeVisible();
  return account;
}

/** From the room's door to the question that is asked first. */
export async function enterRoom(page: Page, inspect = inPassing): Promise<void> {
  await expect(page.getByRole("button", { name: "Start Interview" })).toBeVisible();
  await inspect("lobby");
  await page.getByRole("button", { name: "Start Interview" }).click();
  await expect(page.getByRole("heading", { name: /^Hello, / })).toBeVisible();
  await inspect("introduction");
  await hearIntroduction(page);
}

/** A spoken introduction leads to the question; one that is not heard, as on a machine without voices, waits for a tap. */
export async function hearIntroduction(page: Page): Promise<void> {
  const first = page.getByRole("button", { name: "First Question" });
  const start = page.getByRole("button", { name: "Start My Answer" });
  await first.or(start).waitFor();
  await page.waitForTimeout(DOUBLE_TAP + 50);
  if (await first.isVisible()) await first.press("Enter", { timeout: 2_000 }).catch(() => undefined);
  await expect(start).toBeVisible();
}

/** From the room's door to the first question when camera and microphone are refused. */
export async function enterRoomTyping(page: Page, inspect = inPassing): Promise<void> {
  await page.getByRole("button", { name: "Start Interview" }).click();
  await expect(page.getByRole("heading", { name: "Camera Access Denied" })).toBeVisible();
  await expect(page.getByText("Please allow camera access to participate in the video interview.")).toBeVisible();
  await inspect("camera-refused");
  await press(page, "Continue without a camera");
  await expect(page.getByRole("heading", { name: "We can't reach your microphone" })).toBeVisible();
  await inspect("microphone-refused");
  await press(page, "Type my answers instead");
  await hearIntroduction(page);
}

/** Presses a button of the room at the pace of a thumb, so that it is no double tap with the press before it. */
export async function press(page: Page, name: string): Promise<void> {
  const wanted = await buttonInReach(page, name);
  await wanted.click();
}

/** Presses a button of the room as an impatient thumb does. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  const wanted = await buttonInReach(page, name);
  await wanted.dblclick();
}

async function buttonInReach(page: Page, name: string): Promise<Locator> {
  const wanted = page.getByRole("button", { name, exact: true });
  await expect(wanted).toBeVisible();
  await page.waitForTimeout(DOUBLE_TAP + 50);
  return wanted;
}

/** Starts to answer the question on the screen; returns its words. */
export async function startAnswer(page: Page): Promise<string> {
  await expect(page.getByRole("button", { name: "Start My Answer" })).toBeVisible();
  const question = await page.getByRole("heading", { level: 1 }).innerText();
  await press(page, "Start My Answer");
  return question;
}

/** Goes from question to question until the last look at the answers; `answer` answers the one that is asked. */
export async function answerAll(page: Page, answer: (order: number) => Promise<void>): Promise<void> {
  const start = page.getByRole("button", { name: "Start My Answer" });
  const review = page.getByRole("heading", { name: "Your answers, in your words" });
  for (let order = 1; ; order += 1) {
    await start.or(review).waitFor();
    if (await review.isVisible()) return;
    await answer(order);
  }
}

/** From the last look at the answers to the thank-you page. */
export async function finishInterview(page: Page, inspect = inPassing): Promise<void> {
  await inspect("review");
  await page.getByRole("button", { name: "End Interview" }).last().click();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
}

/** Types an answer into the running recording, ends it, and saves it as it stands. */
export async function typeAnswer(page: Page, answer: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your answer" }).fill(answer);
  await press(page, "Complete This Answer");
}

export async function saveAnswer(page: Page): Promise<void> {
  await press(page, "Save My Answer");
}

/** The interview as the server has it. */
export interface StoredInterview {
  id: string;
  status: string;
  aiScore: number | null;
  /** JSON, see {@link Report}. */
  aiSummary: string | null;
  responses: {
    questionText: string;
    responseText: string;
    originalText: string | null;
    corrected: boolean;
    responseOrder: number;
    mode: string;
    takeNumber: number | null;
  }[];
  takes: { number: number; responseOrder: number; state: string; url: string | null }[];
}

export interface Report {
  summary: string;
  competencies: { competency: string; quote: string | null }[];
}

/** The only interview of who is signed in. */
export async function storedInterview(page: Page): Promise<StoredInterview> {
  const { user } = await readJson<{ user: { id: string } }>(page, "/api/auth/me");
  const interviews = await readJson<{ id: string }[]>(page, `/api/users/${user.id}/interviews`);
  expect(interviews).toHaveLength(1);
  return readJson<StoredInterview>(page, `/api/interviews/${interviews[0]?.id}`);
}

/** What the server answers to who is signed in, whatever the page itself can reach. */
export async function readJson<T>(page: Page, path: string): Promise<T> {
  const reply = await page.request.get(path);
  expect(reply).toBeOK();
  return (await reply.json()) as T;
}

/** Waits until the take of an answer is a file, fetches it, and says what is in it. */
export async function hearAnswer(page: Page, order: number, testInfo: TestInfo): Promise<Heard> {
  const find = async () => (await storedInterview(page)).takes.find(({ responseOrder }) => responseOrder === order);
  await expect.poll(async () => (await find())?.state, { message: `take of answer ${order}` }).toBe("ready");
  const reply = await page.request.get((await find())?.url ?? "");
  expect(reply).toBeOK();
  const file = testInfo.outputPath(`answer-${order}`);
  writeFileSync(file, await reply.body());
  return hear(file);
}

/** A piece of a take, as the server lists it. */
export interface Piece {
  segment: number;
  index: number;
  size: number;
}

/** The pieces of a take that the server has. */
export async function piecesOf(page: Page, take: number): Promise<Piece[]> {
  const { id } = await storedInterview(page);
  return (await readJson<{ chunks: Piece[] }>(page, `/api/recordings/${id}/takes/${take}/chunks`)).chunks;
}

/** Waits until the server has acknowledged a piece of a take; returns those it has. */
export async function acknowledged(page: Page, take: number): Promise<Piece[]> {
  await expect.poll(async () => (await piecesOf(page, take)).length).toBeGreaterThan(0);
  return piecesOf(page, take);
}
