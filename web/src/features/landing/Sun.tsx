import styles from "./Landing.module.css";

/** The sun over the horizon, cut from two sheets of paper: the edges are straight cuts of the scissors, not a circle. */
export function Sun() {
  return (
    <svg viewBox="0 0 800 400" aria-hidden="true" className={styles.sun}>
      <path
        className={styles.glow}
        d="M8 400L15 324L38 251L75 181L123 122L195 66L261 34L380 8L443 10L502 21L590 57L649 97L727 184L759 242L786 330L792 400z"
      />
      <path
        className={styles.disc}
        d="M70 400L79 323L106 250L168 166L223 122L292 88L342 75L428 71L531 97L577 121L657 193L690 242L724 337L730 400z"
      />
    </svg>
  );
}
