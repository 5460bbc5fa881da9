import { listenIn } from "../support/announced.ts";
import { onboarded, signIn } from "../support/people.ts";
import { enterRoom, prepare, press, saveAnswer, startAnswer, storedInterview } from "../support/room.ts";
import { scriptSpeech } from "../support/scriptedSpeech.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SPOKEN = "I cooked for three years and I made two hundred orders in a shift";

test("words from a scripted recogniser become the answer", async ({ page, context, server, inspect }) => {
  await scriptSpeech(context, [SPOKEN]);
  const announced = await listenIn(page);
  await page.goto("/video-interview-prep");
  await signIn(page, await onboarded(server.url, 4));
  await prepare(page);
  await enterRoom(page);

  const question = await startAnswer(page);
  await expect(page.getByText(SPOKEN)).toBeVisible();
  await inspect("words-as-they-come");
  await press(page, "Complete This Answer");

  await expect(page.getByRole("heading", { name: "Is this what you said?" })).toBeVisible();
  const words = page.getByRole("textbox", { name: "Your answer" });
  await expect(words).toHaveValue(SPOKEN);
  await inspect("spoken-words-to-check");
  await words.fill(`${SPOKEN}, mostly breakfast`);
  await saveAnswer(page);

  await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible();
  const said = await announced();
  const inRoom = said.slice(said.indexOf("Opening your camera and microphone"));
  expect(inRoom).toEqual(expect.arrayContaining(["Recording", "Not recording", "Response Saved"]));
  expect(inRoom, "nothing is read out twice").toEqual([...new Set(inRoom)]);
  const { responses } = await storedInterview(page);
  expect(responses).toMatchObject([
    { questionText: question, responseText: `${SPOKEN}, mostly breakfast`, mode: "spoken", takeNumber: 1 },
  ]);
});
