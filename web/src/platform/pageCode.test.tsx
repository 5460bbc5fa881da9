import { render, screen } from "@testing-library/react";
import { ErrorBoundary } from "react-error-boundary";
import { expect, it, vi } from "vitest";
import { pageCode, type PageCode, usePage } from "./pageCode.ts";

function Opened({ code }: { code: PageCode<object> }) {
  return usePage(code, {}) ?? <p>Loading</p>;
}

const Jobs = () => <h1>Jobs</h1>;

it("shows a placeholder until the code is here, and none when it was fetched before", async () => {
  const load = vi.fn(() => Promise.resolve({ default: Jobs }));
  const code = pageCode(load);
  const { unmount } = render(<Opened code={code} />);
  screen.getByText("Loading");
  await screen.findByRole("heading", { name: "Jobs" });
  unmount();
  load.mockClear();
  render(<Opened code={code} />);
  screen.getByRole("heading", { name: "Jobs" });
  expect(load).not.toHaveBeenCalled();
});

it("shows another page in place of this one", async () => {
  const Team = () => <h1>Team</h1>;
  const { rerender } = render(<Opened code={pageCode(() => Promise.resolve({ default: Jobs }))} />);
  await screen.findByRole("heading", { name: "Jobs" });
  rerender(<Opened code={pageCode(() => Promise.resolve({ default: Team }))} />);
  await screen.findByRole("heading", { name: "Team" });
});

it("leaves code that did not load to the error boundary", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const code = pageCode(() => Promise.reject<{ default: typeof Jobs }>(new TypeError("no network")));
  render(
    <ErrorBoundary fallbackRender={({ error }) => <p>{String(error)}</p>}>
      <Opened code={code} />
    </ErrorBoundary>,
  );
  await screen.findByText("TypeError: no network");
});
