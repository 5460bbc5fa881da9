import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { undoApplications } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { toast } from "#/ui/Toast/toast.ts";
import { UndoBar, useSecondsLeft } from "#/ui/UndoBar/UndoBar.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { type JustSent, offerUndo } from "./sent.ts";

const UNDO_SECONDS = 10;

/** What was sent, and 10 seconds to take it back. */
export default function SentBar({ sent: { ids, employer, sentAt } }: { sent: JustSent }) {
  const left = useSecondsLeft(sentAt + UNDO_SECONDS * 1000, () => offerUndo(null));
  const undo = useMutation(undoApplications);
  const title = employer === null ? m.applications_done({ count: ids.length }) : m.applications_bar_sent({ employer });
  const announced = useMounted() ? m.applications_bar_announced({ what: title }) : "";
  const takeBack = async () => {
    const undone = await undo.mutateAsync(ids).then(
      () => true,
      () => false,
    );
    toast(undone ? { title: m.applications_undone(), tone: "good" } : { title: m.applications_undo_failed(), tone: "danger" });
    offerUndo(null);
  };
  return (
    <>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <UndoBar
        label={m.applications_bar()}
        icon={Check}
        title={title}
        share={left / UNDO_SECONDS}
        undo={m.applications_undo_now()}
        busy={undo.isPending}
        onUndo={() => void takeBack()}
      />
    </>
  );
}

/** False at first: a live region announces only what changes after it was added. */
function useMounted(): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIs(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return is;
}
