import { m } from "#/messages.gen/messages.js";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import styles from "./PageSpinner.module.css";

/** A loading screen or section: a spinner with text. */
export function PageSpinner({ label = m.shell_loading() }: { label?: string | undefined }) {
  return (
    <p role="status" className={styles.spinner}>
      <Spinner busy size="l" />
      {label}
    </p>
  );
}
