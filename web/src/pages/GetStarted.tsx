import { useUser } from "#/session/user.ts";
import { GetStarted } from "#/features/account/GetStarted.tsx";
import { Column } from "#/ui/Column/Column.tsx";

export default function GetStartedPage() {
  return (
    <Column>
      <GetStarted user={useUser()} />
    </Column>
  );
}
