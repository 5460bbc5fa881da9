/** Colors of cut paper. They are roles, so every drawing follows the color scheme, and they need no stylesheet: `art.svg` has them too. */

export const green = { fill: "var(--art-1)" };
export const marigold = { fill: "var(--art-2)" };
export const dark = { fill: "var(--art-3)" };
export const paper = { fill: "var(--card)" };
export const greenLine = { fill: "none", stroke: "var(--art-1)" };
export const darkLine = { fill: "none", stroke: "var(--art-3)" };
export const marigoldLine = { fill: "none", stroke: "var(--art-2)" };
