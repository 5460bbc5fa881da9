import styles from "./Art.module.css";
import { compass, type Drawing, spanner } from "./failureDrawings.tsx";
import { dark, darkLine, green, greenLine, marigold, paper } from "./paint.ts";

/** All illustrations: tools of the trades, and the sun above the horizon. */
export type ArtName = "hat" | "tray" | "whisk" | "bell" | "compass" | "spanner" | "comb" | "barbell" | "camera" | "pad" | "sun";

/** Drawings that are loaded on demand, in `moreDrawings.tsx`. */
export type MoreArtName =
  | "stethoscope"
  | "bag"
  | "gear"
  | "flashlight"
  | "headset"
  | "parcel"
  | "broom"
  | "rings"
  | "trowel"
  | "book"
  | "plates"
  | "glass"
  | "bubbles"
  | "pan"
  | "cup"
  | "till"
  | "bed"
  | "keys"
  | "wheel"
  | "truck"
  | "boxes"
  | "roller"
  | "hammer"
  | "plug"
  | "leaf"
  | "heart"
  | "paw"
  | "ring";

export const drawings: Record<ArtName, Drawing> = {
  hat: {
    shapes: (
      <>
        <path {...marigold} d="M13 66a35 35 0 0 1 70 0z" />
        <rect {...green} x="39" y="25" width="18" height="32" rx="5" />
        <path {...dark} d="M25 52a4 4 0 0 1 7 3l-2 6h-8zM71 52a4 4 0 0 0-7 3l2 6h8z" />
        <rect {...dark} x="5" y="64" width="86" height="11" rx="5.5" />
      </>
    ),
  },
  tray: {
    shapes: (
      <>
        <path {...green} d="M16 38h34v18a13 13 0 0 1-13 13h-8a13 13 0 0 1-13-13z" />
        <path {...greenLine} strokeWidth="6" d="M49 44h4a7 7 0 0 1 0 14h-5" />
        <path {...darkLine} strokeWidth="4" strokeLinecap="round" d="M74 26l5-13" />
        <path {...marigold} d="M61 26h22l-4 43H65z" />
        <path {...dark} d="M5 68h86l-6 9a5 5 0 0 1-4 2H15a5 5 0 0 1-4-2z" />
      </>
    ),
  },
  whisk: {
    shapes: (
      <>
        <g transform="rotate(38 48 48)">
          <path {...greenLine} strokeWidth="4.5" d="M45 42C22 58 20 92 48 92S74 58 51 42" />
          <path {...greenLine} strokeWidth="4.5" d="M46 42C35 60 36 92 48 92S61 60 50 42" />
          <rect {...dark} x="42" y="1" width="12" height="36" rx="6" />
          <rect {...marigold} x="39" y="33" width="18" height="12" rx="4" />
        </g>
      </>
    ),
  },
  compass,
  bell: {
    shapes: (
      <>
        <path {...green} d="M14 68a34 34 0 0 1 68 0z" />
        <rect {...marigold} x="39" y="17" width="18" height="13" rx="6.5" />
        <rect {...dark} x="44" y="28" width="8" height="8" />
        <path {...marigold} d="M27 60a23 23 0 0 1 13-14 3 3 0 0 1 2 5 17 17 0 0 0-9 10 3 3 0 0 1-6-1z" />
        <rect {...dark} x="6" y="70" width="84" height="12" rx="6" />
      </>
    ),
  },
  spanner,
  comb: {
    shapes: (
      <>
        <g transform="rotate(-24 48 48)">
          <path
            {...marigold}
            d="M12 40h7v32a3.5 3.5 0 0 1-7 0zM23 40h5v29a2.5 2.5 0 0 1-5 0zM32 40h5v29a2.5 2.5 0 0 1-5 0zM41 40h5v29a2.5 2.5 0 0 1-5 0zM50 40h5v29a2.5 2.5 0 0 1-5 0zM59 40h5v29a2.5 2.5 0 0 1-5 0zM68 40h5v29a2.5 2.5 0 0 1-5 0zM77 40h7v32a3.5 3.5 0 0 1-7 0z"
          />
          <rect {...green} x="7" y="24" width="82" height="22" rx="11" />
          <circle {...dark} cx="78" cy="35" r="4.5" />
        </g>
      </>
    ),
  },
  barbell: {
    shapes: (
      <>
        <g transform="rotate(-24 48 48)">
          <rect {...dark} x="2" y="45" width="92" height="6" rx="3" />
          <rect {...green} x="18" y="22" width="14" height="52" rx="5" />
          <rect {...green} x="64" y="22" width="14" height="52" rx="5" />
          <rect {...marigold} x="8" y="31" width="10" height="34" rx="4" />
          <rect {...marigold} x="78" y="31" width="10" height="34" rx="4" />
        </g>
      </>
    ),
  },
  camera: {
    shapes: (
      <>
        <rect {...green} x="10" y="28" width="56" height="42" rx="9" />
        <path {...marigold} d="M66 44l18-11a2 2 0 0 1 3 2v28a2 2 0 0 1-3 2L66 54z" />
        <path {...darkLine} strokeWidth="7" strokeLinecap="round" d="M16 84L78 14" />
      </>
    ),
  },
  pad: {
    shapes: (
      <>
        <rect {...green} x="20" y="16" width="56" height="70" rx="7" />
        <rect {...paper} x="27" y="27" width="42" height="52" rx="3" />
        <rect {...marigold} x="34" y="9" width="28" height="15" rx="6" />
        <rect {...dark} x="34" y="38" width="28" height="5" rx="2.5" />
        <rect {...dark} x="34" y="50" width="20" height="5" rx="2.5" />
        <rect {...dark} x="34" y="62" width="24" height="5" rx="2.5" />
      </>
    ),
  },
  sun: {
    viewBox: "0 0 128 96",
    shapes: (
      <>
        <path className={styles.rising} {...marigold} d="M26 74a38 38 0 0 1 76 0z" />
        <g className={styles.rays} {...marigold}>
          <rect x="60" y="8" width="8" height="16" rx="4" transform="rotate(-60 64 74)" />
          <rect x="60" y="8" width="8" height="16" rx="4" transform="rotate(-30 64 74)" />
          <rect x="60" y="8" width="8" height="16" rx="4" />
          <rect x="60" y="8" width="8" height="16" rx="4" transform="rotate(30 64 74)" />
          <rect x="60" y="8" width="8" height="16" rx="4" transform="rotate(60 64 74)" />
        </g>
        <rect {...green} x="0" y="73" width="128" height="13" rx="4" />
      </>
    ),
  },
};
