import { useSession } from "#/session/user.ts";
import { AskForCode } from "#/features/account/AskForCode.tsx";
import { SetPassword } from "#/features/account/SetPassword.tsx";
import { onwardOf, usePageQuery } from "#/platform/paths.ts";
import { Column } from "#/ui/Column/Column.tsx";

export default function SetPasswordPage() {
  const session = useSession();
  const { forgot, reset, next: wanted } = usePageQuery("/set-password");
  const next = onwardOf(wanted);
  const user = session.state === "signed-in" ? session.user : null;
  return <Column>{forgot !== undefined && !user ? <AskForCode next={next} /> : <SetPassword user={user} reset={reset !== undefined} next={next} />}</Column>;
}
