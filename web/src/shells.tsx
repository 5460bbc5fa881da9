import type { ReactNode } from "react";
import { Router } from "wouter";
import { AppShell } from "#/app/AppShell.tsx";
import { findRoute } from "#/app/routes.ts";
import { Lead, Notice } from "#/features/interview/prep/ConsentForm.tsx";
import { QuestionsHeading } from "#/features/questions/QuestionsHeading.tsx";
import { m } from "#/messages.gen/messages.js";
import type { ShellPath } from "#/platform/routes.ts";
import { Card } from "#/ui/Card/Card.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";

/** Any signed-in user: the shell shows none of their data. */
const ANY_USER = { firstName: "", email: null, operator: false };

/** The content of each page before its code and the user are loaded: its heading, and placeholders. */
const CONTENT: Record<ShellPath, ReactNode> = {
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

/** The shell of the page at `path`, until the app replaces it. */
export function PageShell({ path }: { path: ShellPath }) {
  const { title, chrome } = findRoute(path);
  return (
    <Router ssrPath={path} ssrSearch="">
      <AppShell user={ANY_USER} onLogout={() => undefined} online title={title()} chrome={chrome}>
        <Column>
          <Stack gap="l">{CONTENT[path]}</Stack>
          <VisuallyHidden>{m.shell_loading()}</VisuallyHidden>
        </Column>
      </AppShell>
    </Router>
  );
}

/** Placeholders for the controls, which do not work yet. */
function Rest({ lines }: { lines: number }) {
  return (
    <Stack gap="s">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} tall />
      ))}
    </Stack>
  );
}
