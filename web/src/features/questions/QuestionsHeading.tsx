import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export function QuestionsHeading() {
  return (
    <Stack gap="xs">
      <Heading level={1}>{m.questions_title()}</Heading>
      <Text quiet>{m.questions_lead()}</Text>
    </Stack>
  );
}
