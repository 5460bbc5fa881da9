import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export default function NotFound() {
  return (
    <Column>
      <Empty art="compass" level={1} title={m.shell_not_found_title()} text={m.shell_not_found_hint()}>
        <Text size="small" quiet>
          {m.shell_not_found_text()}
        </Text>
        <Button href="/" full="phone">
          {m.shell_not_found_home()}
        </Button>
      </Empty>
    </Column>
  );
}
