import type { ReactNode } from "react";
import { Router } from "wouter";
import { AppShell } from "#/app/AppShell.tsx";
import { findRoute } from "#/app/routes.ts";
import { SignUpHeading } from "#/features/account/SignUpHeading.tsx";
import { Lead, Notice } from "#/features/interview/prep/ConsentForm.tsx";
import { QuestionsHeading } from "#/features/questions/QuestionsHeading.tsx";
import { m } from "#/messages.gen/messages.js";
import { Card } from "#/ui/Card/Card.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";

/** Whoever is here: it is not known yet, and nothing of it is shown. */
const SOMEBODY = { firstName: "", email: null, operator: false };

/** What can be said of a page before it is known who is here: what it is about, and that the rest is on its way. */
const WAITING: Record<string, ReactNode> = {
  "/signup": (
    <>
      <SignUpHeading />
      <Rest lines={6} />
    </>
  ),
  "/job-search": (
    <>
      <Heading level={1}>{m.search_title()}</Heading>
      <Rest lines={2} />
      <Rest lines={4} />
    </>
  ),
  "/quick-questions": (
    <>
      <QuestionsHeading />
      <Rest lines={3} />
      <Rest lines={3} />
    </>
  ),
  "/video-interview-prep": (
    <>
      <Lead />
      <Card as="section">
        <Stack gap="m">
          <Heading level={2}>{m.interview_consent_title()}</Heading>
          <Notice terms={{ state: "loading" }} />
          <Rest lines={3} />
        </Stack>
      </Card>
    </>
  ),
};

/** The addresses of the pages that stand there before the app does. */
export const WAITING_AT: readonly string[] = Object.keys(WAITING);

/** For whom each of them stands there: whom the app sends elsewhere should not see it first. */
export const readerAt = (path: string): "visitor" | "member" => (path === "/signup" ? "visitor" : "member");

/** What stands at `path`, one of {@link WAITING_AT}, until the app puts the page in its place. */
export function Ahead({ path }: { path: string }) {
  const route = findRoute(path);
  if (!route) throw new Error(`There is no page at ${path}.`);
  return (
    <Router ssrPath={path} ssrSearch="">
      <AppShell user={readerAt(path) === "member" ? SOMEBODY : null} onLogout={() => undefined} online title={route.title()} chrome={route.chrome}>
        <Column>
          <Stack gap={path === "/job-search" ? "m" : "l"}>{WAITING[path]}</Stack>
          <VisuallyHidden>{m.shell_loading()}</VisuallyHidden>
        </Column>
      </AppShell>
    </Router>
  );
}

/** The controls of a page: nothing that could be pressed in vain. */
function Rest({ lines }: { lines: number }) {
  return (
    <Stack gap="s">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} tall />
      ))}
    </Stack>
  );
}
