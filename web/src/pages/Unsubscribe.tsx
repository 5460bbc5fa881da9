import { useQuery } from "@tanstack/react-query";
import { ownEmailPreferencesQuery } from "#/api/notifications.queries.ts";
import { useSession } from "#/session/user.ts";
import { type MailKind, Unsubscribe } from "#/features/scheduling/Unsubscribe.tsx";
import { usePageQuery } from "#/platform/paths.ts";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";

const KINDS: readonly string[] = ["reminders", "interviews", "matches"] satisfies MailKind[];

/** Notification settings, opened by an email link or while signed in. */
export default function UnsubscribePage() {
  const { key, kind = key ? "reminders" : "" } = usePageQuery("/unsubscribe");
  const own = useQuery({ ...ownEmailPreferencesQuery, enabled: useSession().state === "signed-in" && !key });
  if (!key && own.isLoading) return <PageSpinner />;
  return <Unsubscribe linkKey={key ?? own.data ?? "none"} asked={KINDS.includes(kind) ? (kind as MailKind) : null} />;
}
