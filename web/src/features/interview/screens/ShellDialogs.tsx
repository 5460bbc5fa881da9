import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

export interface ShellDialogsProps {
  dialog: "end" | "preferences" | "help" | null;
  answering: boolean;
  help: { onPerson: () => void; onAsk: () => void } | undefined;
  onPreferences: (() => void) | undefined;
  onClose: () => void;
  onEnd: () => void;
}

/** The dialogs of all screens: before the interview ends early, and the ways to get help. */
export function ShellDialogs({ dialog, onEnd, ...help }: ShellDialogsProps) {
  return (
    <>
      <EndDialog open={dialog === "end"} onClose={help.onClose} onEnd={onEnd} />
      {dialog === "help" && <HelpDialog {...help} />}
    </>
  );
}

/** Asks for confirmation before the interview ends early. */
function EndDialog({ open, onClose, onEnd }: { open: boolean; onClose: () => void; onEnd: () => void }) {
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

function HelpDialog({ answering, help, onPreferences, onClose }: Omit<ShellDialogsProps, "dialog" | "onEnd">) {
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog open onClose={onClose} title={m.interview_help()} text={answering && m.interview_help_text()}>
      {onPreferences && (
        <Button variant="second" full onClick={onPreferences}>
          {m.interview_preferences()}
        </Button>
      )}
      {help && (
        <Button variant="second" full onClick={then(help.onPerson)}>
          {m.accommodation_person_now()}
        </Button>
      )}
      {help && (
        <Button variant="second" full onClick={then(help.onAsk)}>
          {m.accommodation_open()}
        </Button>
      )}
    </Dialog>
  );
}
