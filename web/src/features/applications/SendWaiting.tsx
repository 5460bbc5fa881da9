import { Callout } from "#/ui/Callout/Callout.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import styles from "./SendWaiting.module.css";

/** Keeps the place of the jobs to send to while they are loaded. */
export function SendWaiting() {
  return (
    <Callout aria-busy="true">
      <Stack gap="s" className={styles.place}>
        <Skeleton width={0.6} tall />
        <Skeleton width={0.9} />
        <Skeleton width={0.7} />
        <Skeleton width={0.7} />
        <Skeleton width={0.7} />
      </Stack>
    </Callout>
  );
}
