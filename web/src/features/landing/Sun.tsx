import styles from "./Landing.module.css";

/** The sun over the horizon, cut from two sheets of paper: the edges are short cuts of the scissors, not a circle. */
export function Sun() {
  return (
    <svg viewBox="0 0 800 400" aria-hidden="true" className={styles.sun}>
      <path
        className={styles.glow}
        d="M8 400Q4 357 17 317Q16 284 35 257Q51 209 82 170Q108 128 147 100Q168 74 199 62Q243 34 295 23Q334 6 376 7Q404 1 433 12Q470 5 503 19Q551 28 591 57Q637 80 671 120Q700 138 715 170Q746 207 762 253Q782 293 787 337Q798 368 792 400z"
      />
      <path
        className={styles.disc}
        d="M70 400Q69 351 83 304Q86 269 108 242Q125 205 154 176Q172 151 203 138Q244 104 293 86Q325 70 361 70Q402 63 444 75Q480 74 513 88Q558 104 594 135Q629 155 653 185Q676 207 686 238Q711 282 721 331Q733 365 730 400z"
      />
    </svg>
  );
}
