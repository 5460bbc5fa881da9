import { m } from "#/messages.gen/messages.js";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import styles from "./PageSpinner.module.css";

/** A whole screen, or a part of one, that is on its way: a turning ring and the word for it. */
export function PageSpinner({ label = m.shell_loading() }: { label?: string }) {
  return (
    <p role="status" className={styles.spinner}>
      <Spinner busy size="l" />
      {label}
    </p>
  );
}
