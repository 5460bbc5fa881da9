import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

type EndDialogProps = { open: boolean; onClose: () => void; onEnd: () => void };

/** Asks for confirmation before the interview ends early. */
export function EndDialog({ open, onClose, onEnd }: EndDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.interview_end_title()} text={m.interview_end_text()}>
      <Stack gap="s">
        <Button full onClick={onClose}>
          {m.interview_end_stay()}
        </Button>
        <Button full variant="second" onClick={onEnd}>
          {m.interview_end()}
        </Button>
        <TextLink center href="/dashboard">
          {m.interview_end_leave()}
        </TextLink>
      </Stack>
    </Dialog>
  );
}
