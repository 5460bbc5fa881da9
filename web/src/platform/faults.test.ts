import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "#/testing/eventually.ts";
import { serve } from "#/testing/server.ts";

const REPORTS = "POST /api/error-reports";

beforeEach(() => {
  vi.resetModules();
  vi.mocked(console.error).mockReturnValue();
});
afterEach(() => document.head.replaceChildren());

function want(): void {
  document.head.insertAdjacentHTML("beforeend", '<meta name="error-reports" content="on">');
}

it("reports nothing unless the page enables reporting", async () => {
  const calls = serve({});
  const { reportFault, watchFaults } = await import("./faults.ts");
  watchFaults();
  reportFault("Broken.", new Error("broken"));
  dispatchEvent(new ErrorEvent("error", { error: new Error("loose") }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls).toEqual([]);
});

it("reports the error and its page to the server, each error once and at most five", async () => {
  want();
  const calls = serve({ [REPORTS]: { body: { ok: true } } });
  const { reportFault } = await import("./faults.ts");
  for (const message of ["one", "one", "two", "three", "four", "five", "six"]) {
    reportFault("Broken.", new TypeError(message));
  }
  await eventually(() => expect(calls).toHaveLength(5));
  expect(calls.map(({ body }) => (body as { message: string }).message)).toEqual(["one", "two", "three", "four", "five"]);
  expect(calls[0]?.body).toMatchObject({ name: "TypeError", page: location.pathname });
});

it("reports uncaught errors", async () => {
  want();
  const calls = serve({ [REPORTS]: { body: { ok: true } } });
  const { watchFaults } = await import("./faults.ts");
  watchFaults();
  dispatchEvent(new ErrorEvent("error", { error: new RangeError("loose") }));
  await eventually(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ name: "RangeError", message: "loose" });
});

it("ignores a failed report", async () => {
  want();
  const calls = serve({ [REPORTS]: "unreachable" });
  const { reportFault } = await import("./faults.ts");
  reportFault("Broken.", "a word");
  await eventually(() => expect(calls).toHaveLength(1));
  expect(console.error).toHaveBeenCalledWith("Broken.", "a word");
});
