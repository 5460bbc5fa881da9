import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

/** The server lacks what matching needs: the job search, or a quick answer. */
export function Unanswered() {
  return (
    <>
      <Column>
        <Empty level={1} art="pad" title={m.matching_unanswered()} text={m.matching_unanswered_text()} />
      </Column>
      <BottomBar>
        <Button full href="/job-search">
          {m.matching_unanswered_go()}
        </Button>
      </BottomBar>
    </>
  );
}
