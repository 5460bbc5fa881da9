import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import styles from "./ScoreTag.module.css";

type Band = "high" | "mid" | "low" | "none";

/** The color band of a score: 80 and above, 60 and above, below, or none. */
export function scoreBand(score: number | null): Band {
  if (score === null) return "none";
  if (score >= 80) return "high";
  return score >= 60 ? "mid" : "low";
}

/** A score in percent. The number is always shown with its color. */
export function ScoreTag({ score, big = false }: { score: number | null; big?: boolean }) {
  return <p className={cx(styles.score, styles[scoreBand(score)], big && styles.big)}>{score === null ? m.ui_score_none() : `${Math.round(score)}%`}</p>;
}
