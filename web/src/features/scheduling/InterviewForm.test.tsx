import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { someAppointment } from "#/testing/interviews.ts";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { asInstant, earliest } from "./hours.ts";
import { JOBS } from "./interviewForm.ts";

const MAYA = someUser({ currentStep: 5, flowCompleted: true, firstName: "Maya", lastName: "Torres" });
const LIST = `GET /api/users/${MAYA.id}/interviews`;
const CREATE = "POST /api/interviews";
const DONE = { interview: someAppointment("2026-03-03T14:00:00Z", { jobTitle: "Bartender" }) };

beforeEach(() => localStorage.clear());

/** The next working day at noon, in the input's format. */
function noon(): string {
  const day = new Date(earliest(new Date()));
  while (day.getDay() % 6 === 0) day.setDate(day.getDate() + 1);
  return `${earliest(new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1)).slice(0, 10)}T12:00`;
}

async function openForm(more: Script = {}) {
  const calls = serve({ "GET /api/auth/me": { body: { user: MAYA } }, [LIST]: { body: [] }, ...more });
  const app = openApp("/schedule-video-interview", MAYA);
  const form = within(await screen.findByRole("form", { name: "Take Video Interview" }));
  const submit = () => app.person.click(form.getByRole("button", { name: /^Schedul/ }));
  const setTime = async (value: string) => {
    const field = form.getByLabelText("Date & Time");
    await app.person.clear(field);
    await app.person.type(field, value);
  };
  return { ...app, calls, form, submit, setTime };
}

describe("the form for a new interview", () => {
  it("offers the eleven jobs and says what is included", async () => {
    const { form } = await openForm();
    const titles = within(form.getByLabelText("Job Title"))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(["Select a job title", ...JOBS.map(([title]) => title)]);
    expect(JOBS).toHaveLength(11);
    within(screen.getByRole("region", { name: "What's Included" })).getByText("30-45 minute duration");
    form.getByText("Interviews are available Monday-Friday, 9:00 AM - 6:00 PM");
    expect(form.getByLabelText("Date & Time").getAttribute("min")).toBe(earliest(new Date()));
  });

  it("keeps its draft until it is sent", async () => {
    const first = await openForm();
    await first.person.selectOptions(first.form.getByLabelText("Job Title"), "Bartender");
    await first.person.type(first.form.getByLabelText("Additional Notes (Optional)"), "Evenings only");
    cleanup();

    const { form, submit, setTime, person } = await openForm({ [CREATE]: { body: DONE } });
    // Happy-dom forgets which option is selected when more are added after it; browsers do not.
    expect(Object.values(sessionStorage).join()).toContain('"jobTitle":"Bartender"');
    await person.selectOptions(form.getByLabelText("Job Title"), "Bartender");
    expect(form.getByLabelText<HTMLTextAreaElement>("Additional Notes (Optional)").value).toBe("Evenings only");
    await setTime(noon());
    await submit();
    await screen.findByText("Interview Scheduled!");
    cleanup();

    const next = await openForm();
    expect(next.form.getByLabelText<HTMLTextAreaElement>("Additional Notes (Optional)").value).toBe("");
  });

  it("reports missing fields, and sends nothing", async () => {
    const { form, submit, person, calls } = await openForm();
    await person.clear(form.getByLabelText("Candidate Name"));
    await person.clear(form.getByLabelText("Email (Optional)"));
    await person.type(form.getByLabelText("Email (Optional)"), "maya@");
    await submit();
    await form.findByText("Job title is required");
    form.getByText("Interview time is required");
    form.getByText("Candidate name is required");
    form.getByText("Invalid email address");
    expect(calls.map(({ key }) => key)).not.toContain(CREATE);
  });

  it("rejects a time that is too soon", async () => {
    const { form, submit, setTime } = await openForm();
    await setTime(`${noon().slice(0, 4)}-01-01T12:00`.replace(/^\d+/, "2020"));
    await submit();
    await form.findByText("Please pick a time from 9:00 AM tomorrow.");
  });

  it("rejects a time outside the interview hours", async () => {
    const { form, submit, setTime } = await openForm();
    await setTime(noon().replace("T12", "T18"));
    await submit();
    expect(await form.findAllByText("Interviews are available Monday-Friday, 9:00 AM - 6:00 PM")).toHaveLength(2);
  });

  it("sends all fields, confirms, and returns to the interviews", async () => {
    const { form, submit, setTime, person, calls, path } = await openForm({ [CREATE]: { status: 201, body: DONE } });
    await person.selectOptions(form.getByLabelText("Job Title"), "Bartender");
    await person.type(form.getByLabelText("Company/Restaurant Name"), "Two Spoons");
    await person.type(form.getByLabelText("Additional Notes (Optional)"), "After my shift");
    await setTime(noon());
    await submit();
    await screen.findByText("Interview Scheduled!");
    screen.getByText("Video interview scheduled for Bartender position.");
    expect(path()).toBe("/interviews");
    expect(calls.find(({ key }) => key === CREATE)?.body).toEqual({
      userId: MAYA.id,
      jobTitle: "Bartender",
      companyName: "Two Spoons",
      candidateName: "Maya Torres",
      candidateEmail: MAYA.email,
      notes: "After my shift",
      scheduledAt: asInstant(noon()),
      zone: expect.any(String) as string,
    });
  });

  it("can be submitted once, and is empty after success", async () => {
    let answer: (value: object) => void = () => {};
    const { form, submit, setTime, person, calls, path } = await openForm();
    const scripted = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const request = input as Request;
      if (request.method !== "POST") return scripted(input, init);
      calls.push({ key: CREATE, body: null });
      return new Promise((resolve) => {
        answer = (body) => resolve(new Response(JSON.stringify(body), { status: 201 }));
      });
    };
    await person.selectOptions(form.getByLabelText("Job Title"), "Bartender");
    await setTime(noon());
    await submit();
    const busy = await form.findByRole("button", { name: "Scheduling Interview..." });
    expect(busy.getAttribute("aria-disabled")).toBe("true");
    await person.click(busy);
    expect(calls.filter(({ key }) => key === CREATE)).toHaveLength(1);
    answer(DONE);
    await screen.findByText("Interview Scheduled!");
    await waitFor(() => expect(path()).toBe("/interviews"));
    await person.click(await screen.findByRole("button", { name: "Take New Interview" }));
    expect((await screen.findByLabelText<HTMLSelectElement>("Job Title")).value).toBe("");
  });

  it.each([
    ["its own words", { status: 422, body: { code: "invalid_request", message: "Not then.", fields: { scheduledAt: "Not then." } } }, "Not then."],
    ["ours", "unreachable", "Could not schedule the interview. Please try again."],
  ] as const)("keeps everything when the server refuses, and says so in %s", async (_whose, reply, words) => {
    const { form, submit, setTime, person } = await openForm({ [CREATE]: reply });
    await person.selectOptions(form.getByLabelText("Job Title"), "Line Cook");
    await setTime(noon());
    await submit();
    await screen.findByText("Scheduling Failed");
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(form.getByLabelText<HTMLSelectElement>("Job Title").value).toBe("Line Cook");
  });
});

describe("an appointment", () => {
  const AT = asInstant(noon());
  const ITS = someAppointment(AT);

  async function change(more: Script) {
    const calls = serve({ "GET /api/auth/me": { body: { user: MAYA } }, [LIST]: { body: [ITS] }, ...more });
    const app = openApp("/interviews", MAYA);
    await app.person.click(await screen.findByRole("button", { name: "Change: Bartender" }));
    return { ...app, calls, dialog: within(await screen.findByRole("dialog", { name: "Change: Bartender" })) };
  }

  it("can be rescheduled", async () => {
    const { dialog, person, calls } = await change({ "POST /api/interviews/appointment-1/reschedule": { body: DONE } });
    const field = dialog.getByLabelText("Date & Time");
    await person.clear(field);
    await person.type(field, noon().replace("T12", "T15"));
    await person.click(dialog.getByRole("button", { name: "Save the new time" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    const sent = calls.find(({ key }) => key.endsWith("/reschedule"))?.body;
    expect(sent).toMatchObject({ scheduledAt: asInstant(noon().replace("T12", "T15")) });
  });

  it("can be cancelled after confirmation", async () => {
    const { dialog, person, calls } = await change({ "POST /api/interviews/appointment-1/cancel": { body: DONE } });
    await person.click(dialog.getByRole("button", { name: "Cancel this interview" }));
    expect(calls.map(({ key }) => key)).not.toContain("POST /api/interviews/appointment-1/cancel");
    await person.click(dialog.getByRole("button", { name: "Yes, cancel it" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(calls.map(({ key }) => key)).toContain("POST /api/interviews/appointment-1/cancel");
  });
});
