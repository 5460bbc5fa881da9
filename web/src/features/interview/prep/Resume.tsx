import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** For a person who left an interview midway, for example with the Back button. Their consent is already stored. */
export function Resume({ job, onResume }: { job: string; onResume: () => void }) {
  return (
    <>
      <Column>
        <Empty level={1} art="camera" title={m.interview_resume_title()} text={m.interview_resume_text({ job })}>
          <TextLink href="/dashboard">{m.interview_resume_later()}</TextLink>
        </Empty>
      </Column>
      <BottomBar>
        <Button full onClick={onResume}>
          {m.interview_resume()}
        </Button>
      </BottomBar>
    </>
  );
}
