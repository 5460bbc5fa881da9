import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName, MoreArtName } from "#/ui/Art/drawings.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Chip.module.css";

/** A grid of chips. The panel that a chip opens is its next sibling, in its own row. */
export function Chips({ children }: { children: ReactNode }) {
  return <div className={styles.chips}>{children}</div>;
}

type ChipProps = { art: ArtName | MoreArtName; label: ReactNode; open: boolean; onToggle: () => void; panelId: string };

/** A kind of work, with its tool. Toggles the panel with `panelId`. */
export function Chip({ art, label, open, onToggle, panelId }: ChipProps) {
  return (
    <button type="button" aria-expanded={open} aria-controls={open ? panelId : undefined} onClick={onToggle} className={styles.chip}>
      <Art name={art} className={styles.art} />
      <span>{label}</span>
    </button>
  );
}

type MoreChipsProps = { label: string; open: boolean; onToggle: () => void };

/** Shows and hides the chips that follow it. */
export function MoreChips({ label, open, onToggle }: MoreChipsProps) {
  return (
    <button type="button" aria-expanded={open} onClick={onToggle} className={styles.chip}>
      <span className={styles.more}>
        <Icon as={ChevronDown} />
      </span>
      <span>{label}</span>
    </button>
  );
}

type ChipPanelProps = { id: string; label: string; children: ReactNode };

/** Scrolls no further than until all of it is seen, above a bar at the bottom edge. Tests have no layout. */
function showWhole(panel: (Partial<Element> & object) | null): void {
  panel?.scrollIntoView?.({ block: "nearest" });
}

/** The content of an open chip, usually pills. */
export function ChipPanel({ id, label, children }: ChipPanelProps) {
  return (
    <div ref={showWhole} id={id} role="group" aria-label={label} className={styles.panel}>
      {children}
    </div>
  );
}
