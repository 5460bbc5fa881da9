import { useSearchParams } from "wouter";
import { useSession } from "#/session/user.ts";
import { AskForCode } from "#/features/account/AskForCode.tsx";
import { SetPassword } from "#/features/account/SetPassword.tsx";
import { Column } from "#/ui/Column/Column.tsx";

export default function SetPasswordPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const user = session.state === "signed-in" ? session.user : null;
  return <Column>{search.has("forgot") && !user ? <AskForCode /> : <SetPassword user={user} reset={search.has("reset")} />}</Column>;
}
