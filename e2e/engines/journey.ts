/** The journey of a candidate in any engine: from sign-up to playback. */
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./driver.ts";
import type { Engine } from "./engines.ts";
import type { Page } from "./page.ts";
import type { Interview, Manager, Server } from "./server.ts";

export const PASSWORD = "a long day's work";

const ANSWERS: [RegExp, string][] = [
  [/kitchen experience/, "I was a line cook at a hotel for three years. I made two hundred orders in a shift and trained four cooks."],
  [/very busy shift/, "One Mother's Day we had three hundred covers. I prepped early and called out tickets. Every order left in time."],
  [/food safe/, "I label every box with the date. Once the cooler was warm, so I threw the fish out and called the manager."],
  [/days|hours|time|schedule/, "Monday to Friday from 6 am to 3 pm. If something changes I call my manager the day before."],
  [/.*/, "I like the rush, and I like to see a plate come back empty. Last summer a guest came to thank me."],
];
const answerTo = (question: string) => ANSWERS.find(([about]) => about.test(question))?.[1] ?? "";

const REVIEW = ["heading", "Your answers, in your words"] as const;
const NEXT = ["button", /^(Next Question|Check My Answers)$/] as const;
const START = ["button", /^(Start|Continue) My Answer$/] as const;

export interface Journey {
  page: Page;
  server: Server;
  engine: Engine;
  email: string;
}

type Step = [name: string, act: (journey: Journey) => Promise<void>];

export const STEPS: Step[] = [
  ["sign-up", signUp],
  ["onboarding", onboard],
  ["booking a coach", bookCoach],
  ["device check", checkDevices],
  ["recorded answer", async (journey) => (await enterRoom(journey), answer(journey, 7_000))],
  ["reload in mid answer", reloadWhileAnswering],
  ["the other answers", answerTheRest],
  ["completion", complete],
  [
    "playback",
    async ({ page, engine }) => {
      await page.press("link", "View My Dashboard");
      await page.see("heading", /^Welcome/);
      if (engine.camera) await play(page);
      await page.inspect("dashboard");
    },
  ],
];

async function signUp({ page, server, email }: Journey): Promise<void> {
  await page.driver.goto(`${server.url}/`);
  await page.inspect("landing");
  await page.press("link", "Find Jobs Now");
  await page.at(/^\/signup/);
  await page.fill("First Name", "Rosa");
  await page.fill("Last Name", "Delgado");
  await page.fill("Email Address", email);
  await page.fill("Password", PASSWORD);
  await page.fill("Confirm Password", PASSWORD);
  await page.press("button", "Create Account");
  await page.at(/^\/job-search/);
}

async function onboard({ page }: Journey): Promise<void> {
  await page.see("button", "Restaurants/Bars");
  if (await page.has("button", "Skip demo")) await page.press("button", "Skip demo");
  await page.press("button", "Restaurants/Bars");
  await page.press("button", "Line Cook");
  await page.press("button", "Continue");
  await page.at(/^\/quick-questions/);
  await page.choose("radio", /Full-Time/);
  await page.choose("radio", "2-5 Years");
  await page.choose("checkbox", "Weekday Mornings");
  await page.run("document.querySelector('input[type=range]').focus()");
  await page.driver.keys(LEFT);
  await page.choose("radio", "Immediately");
  await page.fill("Zip code", "10001");
  await page.inspect("questions");
  await page.press("button", "Complete Profile");
  await page.at(/^\/matching/);
  await page.see("heading", "Excellent! We Found Great Matches", 60_000);
  await page.inspect("matches");
}

async function bookCoach({ page, server }: Journey): Promise<void> {
  await page.driver.goto(`${server.url}/book`);
  await page.press("radio", /^\d\d?:\d\d [AP]M$/, -1);
  await page.press("button", "Continue");
  await page.see("heading", "Your details");
  if ((await page.value("Name")) !== "Rosa Delgado") throw new Error("The name of the account is missing");
  await page.press("button", "Book this time");
  await page.see("heading", /^You['’]re booked/);
  await page.inspect("booking");
}

async function checkDevices({ page, server, engine }: Journey): Promise<void> {
  await page.driver.goto(`${server.url}/video-interview-prep`);
  await page.choose("checkbox", /^Record my answers/);
  await page.choose("checkbox", /^Let AI score my words/);
  await page.see("text", engine.camera ? "Works" : "Off", 60_000);
  await page.inspect("device-check");
  await page.press("button", "Start Interview Now");
  await page.at(/^\/live-interview/);
}

const LOBBY = ["button", /^(Start|Continue) Interview$/] as const;
const INTRODUCTION = ["button", /^(First|Next) Question$/] as const;

/** Goes from the preparation, or after a reload from the lobby, to the question, with or without a camera. */
async function enterRoom({ page, engine }: Journey): Promise<void> {
  const ways = [LOBBY, START, INTRODUCTION, ["button", "Continue without a camera"], ["button", "Type my answers instead"]] as const;
  for (;;) {
    const way = await page.seeOneOf(ways);
    if (way === START) return;
    if (engine.camera && way !== LOBBY && way !== INTRODUCTION) throw new Error(`The camera does not work: ${way[1]}`);
    // The introduction ends by itself where it is spoken.
    await page.press(way[0], way[1]).catch(async (error: Error) => {
      if (!(await page.has(...START))) throw error;
    });
  }
}

/** Answers the question on the screen, by voice for `ms` where there is a recorder, and typed. */
async function answer(journey: Journey, ms: number): Promise<void> {
  const { page } = journey;
  const question = await page.see("heading", /.+/);
  await page.press(...START);
  await page.fill("Your answer", answerTo(question));
  await sleep(journey.engine.camera ? ms : 500);
  await completeAnswer(journey);
}

async function completeAnswer({ page }: Journey): Promise<void> {
  await page.press("button", "Complete This Answer");
  await page.press("button", "Save My Answer");
  await page.seeOneOf([START, REVIEW, NEXT]);
}

/** Waits for the next question or the review of all answers. */
async function next(page: Page): Promise<"question" | "review"> {
  for (;;) {
    const choice = await page.seeOneOf([START, REVIEW, NEXT]);
    if (choice === REVIEW) return "review";
    if (choice === START) return "question";
    // The page continues after a moment.
    await page.press(...NEXT).catch(async (error: Error) => {
      if (await page.has(...NEXT)) throw error;
    });
  }
}

async function reloadWhileAnswering(journey: Journey): Promise<void> {
  const { page, engine } = journey;
  await next(page);
  const words = answerTo(await page.see("heading", /.+/));
  await page.press(...START);
  await page.fill("Your answer", words);
  await sleep(engine.camera ? 4_500 : 1_500);
  await page.driver.reload();
  await enterRoom(journey);
  await page.press(...START);
  await page.see("textbox", "Your answer");
  const kept = await page.value("Your answer");
  if (kept !== words) throw new Error(`After the reload the answer is ${JSON.stringify(kept)}`);
  await sleep(engine.camera ? 3_500 : 500);
  await completeAnswer(journey);
}

async function answerTheRest(journey: Journey): Promise<void> {
  while ((await next(journey.page)) === "question") await answer(journey, 1_500);
  await journey.page.inspect("review");
}

async function complete({ page, server, engine, email }: Journey): Promise<void> {
  await page.press("button", "End Interview", -1);
  await page.see("heading", /^Thank you/, 90_000);
  const isFinal = ({ status, takes }: Interview) => status === "completed" && takes.every(({ state }) => state === "ready" || state === "failed");
  const read = async () => {
    const interview = await server.interviewOf(email, PASSWORD);
    return isFinal(interview) ? interview : undefined;
  };
  const { takes, responses } = await until(read, "the recordings", 90_000);
  const failed = takes.filter(({ state }) => state !== "ready");
  if (failed.length > 0) throw new Error(`Recordings failed: ${JSON.stringify(failed)}`);
  const expected = engine.camera ? responses.length : 0;
  const ofAnswers = responses.map(({ responseOrder, mode, takeNumber }) => `${responseOrder} ${mode} ${takeNumber}`);
  if (takes.length !== expected) throw new Error(`${takes.length} recordings of ${expected} answers: ${ofAnswers.join(", ")}`);
}

/** Plays the first answer on the dashboard and seeks in it; returns how long that took, in milliseconds. */
export async function play(page: Page): Promise<number> {
  await page.press("button", "Your answers");
  return playVideo(page, "[role=dialog] video, dialog video");
}

/** Plays the first answer on the page of a person, as the employer's staff sees it, and seeks in it. */
export async function playAtDesk(page: Page, server: Server, { token }: Manager, application: string): Promise<number> {
  await page.driver.goto(`${server.url}/desk/sign-in`);
  await page.run("document.cookie = 'dayshift_desk=' + args[0] + '; path=/api/desk; samesite=lax'", token);
  await page.driver.goto(`${server.url}/desk/applications/${application}`);
  const milliseconds = await playVideo(page, "figure video");
  if (await page.has("text", "This recording didn't load.")) throw new Error("The page says that the recording does not play");
  await page.inspect("desk-person");
  return milliseconds;
}

async function playVideo(page: Page, selector: string): Promise<number> {
  const video = `const video = document.querySelector(${JSON.stringify(selector)});`;
  const state = () =>
    page.run<string | null>(`${video}
      if (video && video.error) return "error " + video.error.code + " " + video.error.message;
      return video && video.readyState >= 1 && Number.isFinite(video.duration) ? "ready" : null`);
  const loaded = await until(async () => (await state()) ?? undefined, "the recording to load", 30_000);
  if (loaded !== "ready") throw new Error(`The recording does not load: ${loaded}`);
  const result = await page.run<string | number>(`${video}
    const wait = (ms) => new Promise((go) => setTimeout(go, ms));
    video.muted = true;
    try { await Promise.race([video.play(), wait(4000)]); } catch (error) { return "play: " + error.name; }
    await wait(2000);
    if (!(video.currentTime > 0.5)) return "stays at " + video.currentTime;
    video.pause();
    const target = Math.max(0, video.duration - 3);
    const sought = new Promise((go) => video.addEventListener("seeked", () => go(true), { once: true }));
    const began = performance.now();
    video.currentTime = target;
    if (!(await Promise.race([sought, wait(6000)]))) return "does not seek";
    return Math.abs(video.currentTime - target) < 1 ? performance.now() - began : "seeks to " + video.currentTime + " instead of " + target;`);
  if (typeof result === "string") throw new Error(`The recording ${result}`);
  return result;
}

export async function signIn(page: Page, server: Server, email: string): Promise<void> {
  await page.driver.goto(`${server.url}/login?next=/dashboard`);
  await page.fill("Email Address", email);
  await page.fill("Password", PASSWORD);
  await page.press("button", "Sign In");
  await page.see("button", "Your answers");
}

/** The left arrow key, as WebDriver names it. */
const LEFT = "\uE012";
