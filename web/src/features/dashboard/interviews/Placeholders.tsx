import { m } from "#/messages.gen/messages.js";
import { Card } from "#/ui/Card/Card.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import styles from "../Dashboard.module.css";

const CARDS = [1, 2, 3];

/** Three placeholder cards while interviews load. */
export function Placeholders() {
  return (
    <div role="status" className={styles.whole}>
      <VisuallyHidden>{m.dashboard_interviews_loading()}</VisuallyHidden>
      <div className={styles.column}>
        {CARDS.map((card) => (
          <Card key={card} data-placeholder="">
            <Stack gap="s">
              <Skeleton width={0.4} tall />
              <Skeleton width={0.7} />
              <Skeleton width={0.55} />
            </Stack>
          </Card>
        ))}
      </div>
    </div>
  );
}
