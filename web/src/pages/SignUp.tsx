import { SignUpForm } from "#/features/account/SignUpForm.tsx";
import { m } from "#/messages.gen/messages.js";
import { usePreload } from "#/platform/preload.ts";
import { productName } from "#/platform/product.ts";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

const nextPage = () => import("./JobSearch.tsx");

export default function SignUp() {
  usePreload(nextPage);
  return (
    <Column>
      <Stack gap="l">
        <Stack gap="xs">
          <Heading level={1}>{m.account_signup_title({ product: productName() })}</Heading>
          <Text quiet>{m.account_signup_lead()}</Text>
        </Stack>
        <SignUpForm />
      </Stack>
    </Column>
  );
}
