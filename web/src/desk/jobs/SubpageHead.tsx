import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** The way back to the jobs, and the title of a page below them. */
export function SubpageHead({ title, text, aside }: { title: string; text?: string; aside?: ReactNode }) {
  return (
    <Stack gap="xs">
      <Row spread wrap>
        <TextLink back href="/desk/jobs">
          {m.desk_jobs_title()}
        </TextLink>
        {aside}
      </Row>
      <Heading level={1}>{title}</Heading>
      {text && <Text quiet>{text}</Text>}
    </Stack>
  );
}
