import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

export function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <>
      <Column>
        <Empty level={1} art="spanner" title={m.matching_failed()} text={m.matching_failed_text()} />
      </Column>
      <BottomBar>
        <Button full busy={busy} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      </BottomBar>
    </>
  );
}
