import { m } from "#/messages.gen/messages.js";
import { toast } from "#/ui/Toast/toast.ts";

/** Reports that a job could not be saved or hidden. */
export function failed(): void {
  toast({
    title: m.matching_list_mark_failed(),
    description: m.matching_list_mark_failed_text(),
    tone: "danger",
  });
}
