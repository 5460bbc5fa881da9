import { X } from "lucide-react";
import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./EndInterview.module.css";

/** Ends the interview before its last question, after asking. */
export function EndInterview({ onEnd }: { onEnd: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" aria-label={m.interview_end()} onClick={() => setAsked(true)} className={styles.end}>
        <Icon as={X} />
      </button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title={m.interview_end_title()}
        text={m.interview_end_text()}
      >
        <Stack gap="s">
          <Button full onClick={() => setAsked(false)}>
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
    </>
  );
}
