import { recordAnnouncements } from "../support/announcements.ts";
import { createAccount, signIn } from "../support/people.ts";
import { enterRoom, prepare, press, saveAnswer, startAnswer, storedInterview } from "../support/room.ts";
import { scriptSpeech } from "../support/scriptedSpeech.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SPOKEN = "I cooked for three years and I made two hundred orders in a shift";

test("text from a scripted recognizer becomes the answer", async ({ page, context, server, inspect }) => {
  await scriptSpeech(context, [SPOKEN]);
  const announced = await recordAnnouncements(page);
  await page.goto("/video-interview-prep");
  await signIn(page, await createAccount(server.url, 4));
  await prepare(page);
  await enterRoom(page);

  const question = await startAnswer(page);
  await expect(page.getByText(SPOKEN)).toBeVisible();
  await inspect("live-transcript");
  await press(page, "Complete This Answer");

  await expect(page.getByRole("heading", { name: "Is this what you said?" })).toBeVisible();
  await expect(page.getByText(/^We'll save this in 10 seconds/)).toBeVisible();
  const answerBox = page.getByRole("textbox", { name: "Your answer" });
  await answerBox.focus();
  await expect(page.getByText(/^We'll save this/)).toHaveCount(0);
  await expect(answerBox).toHaveValue(SPOKEN);
  await inspect("transcript-review");
  await answerBox.fill(`${SPOKEN}, mostly breakfast`);
  await saveAnswer(page);

  await expect(page.getByText("Response Saved", { exact: true }).first()).toBeVisible();
  const announcements = await announced();
  const inRoom = announcements.slice(announcements.indexOf("Opening your camera and microphone"));
  expect(inRoom).toEqual(expect.arrayContaining(["Recording", "Not recording", "Response Saved"]));
  expect(inRoom, "no announcement is repeated").toEqual([...new Set(inRoom)]);
  const { responses } = await storedInterview(page);
  expect(responses).toMatchObject([
    {
      questionText: question,
      responseText: `${SPOKEN}, mostly breakfast`,
      mode: "spoken",
      takeNumber: 1,
    },
  ]);
});
