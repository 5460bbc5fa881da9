import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { actAs } from "#/api/identity.ts";
import DeskApp from "#/desk/DeskApp.tsx";

// See the other side's, in `app.tsx`.
import.meta.glob(["/src/{desk,ui}/**/*.tsx", "!**/*.test.tsx"], { eager: true });

/** Renders the employers' side at `path`. */
export function openDeskApp(path: string) {
  actAs("desk", null); // The page is loaded new.
  const { hook, searchHook, history, navigate } = memoryLocation({ path, record: true });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <DeskApp />
    </Router>,
  );
  return { path: () => history.at(-1), navigate, person: userEvent.setup({ delay: null }) };
}
