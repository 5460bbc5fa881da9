import type { ReactNode } from "react";
import styles from "./Art.module.css";
import type { MoreArtName } from "./drawings.tsx";

/** Shapes of the tools of more kinds of work, each 96 x 96. */
export const moreDrawings: Record<MoreArtName, ReactNode> = {
  stethoscope: (
    <>
      <path className={styles.greenLine} strokeWidth="7" strokeLinecap="round" d="M20 14v22a18 18 0 0 0 36 0V14M38 54v12a17 17 0 0 0 34 0v-8" />
      <path className={styles.darkLine} strokeWidth="9" strokeLinecap="round" d="M20 10v6M56 10v6" />
      <circle className={styles.marigold} cx="72" cy="46" r="15" />
      <circle className={styles.dark} cx="72" cy="46" r="6" />
    </>
  ),
  bag: (
    <>
      <path className={styles.darkLine} strokeWidth="6" strokeLinecap="round" d="M34 42V25a14 14 0 0 1 28 0v17" />
      <path className={styles.green} d="M17 34h62l6 49a6 6 0 0 1-6 7H17a6 6 0 0 1-6-7z" />
      <path className={styles.darkLine} strokeWidth="6" strokeLinecap="round" d="M34 42v-8M62 42v-8" />
      <path className={styles.marigold} fillRule="evenodd" d="M48 52l14 9v18a3 3 0 0 1-3 3H37a3 3 0 0 1-3-3V61zm0 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8z" />
    </>
  ),
  gear: (
    <>
      <g className={styles.green}>
        <circle cx="48" cy="48" r="31" />
        <rect x="39" y="5" width="18" height="86" rx="5" />
        <rect x="39" y="5" width="18" height="86" rx="5" transform="rotate(45 48 48)" />
        <rect x="39" y="5" width="18" height="86" rx="5" transform="rotate(90 48 48)" />
        <rect x="39" y="5" width="18" height="86" rx="5" transform="rotate(135 48 48)" />
      </g>
      <circle className={styles.marigold} cx="48" cy="48" r="19" />
      <path className={styles.dark} d="M48 37l9.5 5.5v11L48 59l-9.5-5.5v-11z" />
    </>
  ),
  flashlight: (
    <>
      <g transform="rotate(48 48 48) translate(4.8 5.5) scale(0.9)">
        <path className={styles.marigold} d="M30 27L20 1a2 2 0 0 1 2-3h52a2 2 0 0 1 2 3L66 27z" />
        <path className={styles.green} d="M28 26h40v9a14 14 0 0 1-6 11l-2 2H36l-2-2a14 14 0 0 1-6-11z" />
        <rect className={styles.dark} x="37" y="46" width="22" height="48" rx="7" />
        <rect className={styles.marigold} x="44" y="55" width="8" height="14" rx="4" />
      </g>
    </>
  ),
  headset: (
    <>
      <path className={styles.darkLine} strokeWidth="7" d="M15 54V45a33 33 0 0 1 66 0v9" />
      <path className={styles.darkLine} strokeWidth="5" strokeLinecap="round" d="M79 66a22 22 0 0 1-22 18h-4" />
      <rect className={styles.green} x="7" y="44" width="21" height="34" rx="9" />
      <rect className={styles.green} x="68" y="44" width="21" height="34" rx="9" />
      <rect className={styles.marigold} x="36" y="76" width="24" height="15" rx="7.5" />
    </>
  ),
  parcel: (
    <>
      <path className={styles.green} d="M11 36h74v46a6 6 0 0 1-6 6H17a6 6 0 0 1-6-6z" />
      <path className={styles.dark} d="M21 14h54a4 4 0 0 1 4 2l9 21a2 2 0 0 1-2 3H10a2 2 0 0 1-2-3l9-21a4 4 0 0 1 4-2z" />
      <path className={styles.marigold} d="M41 14h14l3 26v17a2 2 0 0 1-3 2l-7-4-7 4a2 2 0 0 1-3-2V40z" />
      <rect className={styles.paper} x="54" y="68" width="22" height="11" rx="3" />
    </>
  ),
  broom: (
    <>
      <g transform="rotate(36 48 48) translate(5.8 4) scale(0.88)">
        <rect className={styles.dark} x="44" y="-6" width="8" height="58" rx="4" />
        <path className={styles.green} d="M30 60h36l7 36a3 3 0 0 1-3 4H26a3 3 0 0 1-3-4z" />
        <path className={styles.darkLine} strokeWidth="4" strokeLinecap="round" d="M39 80l-2 13M48 80v13M57 80l2 13" />
        <path className={styles.marigold} d="M38 46h20a10 10 0 0 1 10 10v10H28V56a10 10 0 0 1 10-10z" />
      </g>
    </>
  ),
  rings: (
    <>
      <rect className={styles.dark} x="43" y="9" width="10" height="66" rx="5" />
      <rect className={styles.green} x="30" y="23" width="36" height="17" rx="8.5" />
      <rect className={styles.marigold} x="23" y="41" width="50" height="17" rx="8.5" />
      <rect className={styles.green} x="15" y="59" width="66" height="17" rx="8.5" />
      <rect className={styles.dark} x="9" y="77" width="78" height="11" rx="5.5" />
    </>
  ),
  trowel: (
    <>
      <g transform="rotate(42 48 48)">
        <rect className={styles.dark} x="44" y="30" width="8" height="26" rx="4" />
        <path className={styles.green} d="M33 48h30a5 5 0 0 1 5 5v14c0 14-9 26-20 33-11-7-20-19-20-33V53a5 5 0 0 1 5-5z" />
        <rect className={styles.marigold} x="40" y="-5" width="16" height="40" rx="8" />
      </g>
    </>
  ),
};
