import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { makeMove } from "#/api/deskDecide.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { newKey } from "#/platform/keys.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { toast } from "#/ui/Toast/toast.ts";

type DidMeetProps = {
  id: string;
  version: number;
  /** The accessible name, among several people. */
  label?: string;
  onMet?: (() => void) | undefined;
};

/** Corrects that the candidate did not come. They are told at once, and an offer is possible then. */
export function DidMeet({ id, version, label, onMet }: DidMeetProps) {
  const { mutateAsync, isPending } = useMutation(makeMove);
  const [key] = useState(newKey);
  const failed = (error: Error) => toast({ title: messageOf(error, m.desk_today_next_failed()), tone: "danger" });
  const correct = () => {
    if (!isPending) mutateAsync({ id, version, key, move: { action: "meet" } }, { onSuccess: () => onMet?.() }).catch(failed);
  };
  return (
    <Button size="small" variant="second" busy={isPending} aria-label={label} onClick={correct}>
      {m.desk_decide_met_after_all()}
    </Button>
  );
}
