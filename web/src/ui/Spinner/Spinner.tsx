import { m } from "#/messages.gen/messages.js";
import { Ring } from "#/ui/Ring/Ring.tsx";
import styles from "./Spinner.module.css";

/** A whole screen, or a part of one, that is on its way: a turning ring and the word for it. */
export function Spinner({ label = m.shell_loading() }: { label?: string }) {
  return (
    <p role="status" className={styles.spinner}>
      <Ring busy size="l" />
      {label}
    </p>
  );
}
