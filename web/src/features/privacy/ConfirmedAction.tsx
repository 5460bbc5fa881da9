import { type ReactNode, useState } from "react";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { m } from "#/messages.gen/messages.js";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

interface ConfirmedActionProps {
  /** The text of the button, and of the one that confirms. */
  open: string;
  /** The name of the button for screen readers: which row it belongs to. */
  label?: string;
  title: string;
  text: string;
  /** What the person should know first. */
  children?: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** An action that cannot be taken back: a dialog asks first. Its caller shows errors. */
export function ConfirmedAction({ open, label, title, text, children, onConfirm }: ConfirmedActionProps) {
  const [asking, setAsking] = useState(false);

  function go(): void {
    // Closed first: the dialog for the password may open.
    setAsking(false);
    onConfirm().catch(() => undefined);
  }

  return (
    <>
      <TextLink onClick={() => setAsking(true)} aria-label={label}>
        {open}
      </TextLink>
      <Dialog open={asking} onClose={() => setAsking(false)} title={title} text={text}>
        <Stack gap="s">
          {children}
          <Button full variant="second" onClick={go}>
            {open}
          </Button>
          <Button full onClick={() => setAsking(false)}>
            {m.privacy_keep()}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
