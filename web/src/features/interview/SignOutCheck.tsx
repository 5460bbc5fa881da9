import { useEffect, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import type { Prompt } from "#/platform/store.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { deleteUploads, uploadsOf } from "./browser/uploadQueue.ts";

type SignOutCheckProps = { request: Prompt; userId: string };

/** Asks before a sign-out if answers are not sent yet. A sign-out deletes all answers from this browser. */
export default function SignOutCheck({ request, userId }: SignOutCheckProps) {
  const [unsent, setUnsent] = useState(false);

  useEffect(() => {
    let waiting = true;
    const check = async () => uploadsOf(userId).hasUnsent();
    // A browser that forbids storage keeps nothing to ask about.
    void check()
      .catch(() => false)
      .then((found) => {
        if (!waiting) return;
        if (found) setUnsent(true);
        else void leave(request, userId);
      });
    return () => {
      waiting = false;
    };
  }, [request, userId]);

  return (
    <Dialog open={unsent} onClose={() => request.settle(false)} title={m.interview_unsent_title()} text={m.interview_unsent_text()}>
      <Stack gap="s">
        <Button full onClick={() => request.settle(false)}>
          {m.interview_unsent_stay()}
        </Button>
        <Button full variant="second" onClick={() => void leave(request, userId)}>
          {m.interview_unsent_leave()}
        </Button>
      </Stack>
    </Dialog>
  );
}

async function leave(request: Prompt, userId: string): Promise<void> {
  await deleteUploads(userId).catch(() => undefined);
  request.settle(true);
}
