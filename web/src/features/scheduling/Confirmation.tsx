import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Dock } from "#/ui/Dock/Dock.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

/** Thanks for a booking. */
export function Confirmation() {
  return (
    <>
      <Column>
        <Stack gap="l">
          <Art name="sun" size="xl" />
          <Stack gap="s">
            <Heading level={1}>{m.booking_confirmed()}</Heading>
            <Text size="lead" quiet>{m.booking_confirmed_text({ product: productName() })}</Text>
          </Stack>
        </Stack>
      </Column>
      <Dock>
        <Button full href="/">{m.booking_home()}</Button>
      </Dock>
    </>
  );
}
