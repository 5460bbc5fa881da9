import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export function SignUpHeading() {
  return (
    <Stack gap="xs">
      <Heading level={1}>{m.account_signup_title({ product: productName() })}</Heading>
      <Text quiet>{m.account_signup_lead()}</Text>
    </Stack>
  );
}
