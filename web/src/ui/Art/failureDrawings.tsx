import type { ReactNode } from "react";
import { dark, green, marigold, paper } from "./paint.ts";

/** Cut paper in three colors. The colors are roles, so every drawing follows the color scheme. */
export type Drawing = { /** 96 x 96 if it says nothing else. */ viewBox?: string; shapes: ReactNode };

// The drawings of the error screens, which are part of every first load: the others are not.

export const compass: Drawing = {
  shapes: (
    <>
      <circle {...green} cx="48" cy="48" r="41" />
      <circle {...paper} cx="48" cy="48" r="29" />
      <path {...marigold} d="M67 29L55 55 41 41z" />
      <path {...dark} d="M29 67l12-26 14 14z" />
    </>
  ),
};

export const spanner: Drawing = {
  shapes: (
    <>
      <g transform="rotate(42 48 48)">
        <path
          {...green}
          fillRule="evenodd"
          d="M40 3.7V22a8 8 0 0 0 16 0V3.7A20 20 0 0 1 56 40.3v22.9A15 15 0 1 1 40 63.2V40.3A20 20 0 0 1 40 3.7zM48 69.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"
        />
        <path {...marigold} d="M48 3l7 4v8l-7 4-7-4V7z" />
        <rect {...dark} x="40" y="46" width="16" height="9" />
      </g>
    </>
  ),
};
