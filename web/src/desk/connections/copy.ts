import { m } from "#/messages.gen/messages.js";
import { copyText } from "#/platform/clipboard.ts";
import { toast } from "#/ui/Toast/toast.ts";

/** Copies a text and says whether that worked. */
export function copy(address: string): Promise<void> {
  return copyText(address).then(
    () => toast({ title: m.desk_connections_copied(), tone: "good" }),
    () => toast({ title: m.desk_connections_copy_failed(), tone: "danger" }),
  );
}
