/** Where the layout changes, in em of 16 px. A media query cannot read a custom property, so these are the only numbers outside tokens.css. */
const WIDTHS = { smallPhone: "22em", phoneOnItsSide: "40em", wide: "56.25em", veryWide: "72em" };
const HEIGHTS = { keyboardOpen: "20em", onItsSideWithBars: "26em", onItsSide: "30em", lowWindow: "37.5em", lowScreen: "44em", phone: "48em" };

/** @type {import("stylelint").Config} */
export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // A colour, a length in px and a time in ms are decided once, in tokens.css. Everything else names a role.
    "color-no-hex": true,
    "color-named": "never",
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"],
    "unit-disallowed-list": ["px", "ms", "s"],
    "media-feature-name-value-allowed-list": { width: Object.values(WIDTHS), height: Object.values(HEIGHTS) },
    // CSS Modules: a class is a property of the imported object.
    "selector-class-pattern": ["^[a-z][a-zA-Z0-9]*$", { message: "Expected a class name in camelCase." }],
    "keyframes-name-pattern": "^[a-z][a-zA-Z0-9]*$",
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global"] }],
    "property-no-unknown": [true, { ignoreProperties: ["composes"] }],
    "declaration-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "no-descending-specificity": null,
  },
  overrides: [
    {
      files: ["src/ui/tokens.css"],
      rules: {
        "color-no-hex": null,
        "function-disallowed-list": null,
        "unit-disallowed-list": null,
      },
    },
  ],
};
