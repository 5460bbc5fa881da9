import { CallTest } from "#/features/callTest/CallTest.tsx";
import { Column } from "#/ui/Column/Column.tsx";

export default function MinimalTestPage() {
  return (
    <Column>
      <CallTest />
    </Column>
  );
}
