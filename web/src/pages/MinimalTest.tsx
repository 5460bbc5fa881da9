import { MinimalTest } from "#/features/minimalTest/MinimalTest.tsx";
import { Column } from "#/ui/Column/Column.tsx";

export default function MinimalTestPage() {
  return (
    <Column>
      <MinimalTest />
    </Column>
  );
}
