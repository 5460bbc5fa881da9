import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";
import { SPEECH_FILE } from "./paths.ts";

type Options = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

export const PHONE: Options = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
};
export const DESKTOP: Options = { viewport: { width: 1280, height: 800 } };

/**
 * Disabled features: the address bar popup, which runs in a separate process and takes as much time as a short journey, and
 * the features that Playwright disables, because only the last list counts.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Launch options: the system's Chromium, with the file `speech` as microphone, and `camera` or a moving test picture as camera. */
export function chromium(speech = SPEECH_FILE, camera = ""): Options {
  return {
    browserName: "chromium",
    permissions: ["camera", "microphone"],
    // A service worker would hide network faults from pages; the offline journey allows it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: "/usr/bin/chromium",
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--font-render-hinting=none", // Text looks the same on every machine, for screenshot comparison.
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
        "--use-fake-device-for-media-stream=fps=10", // Half the default frame rate: encoding takes a quarter less time.
        `--use-file-for-fake-audio-capture=${speech}`,
        ...(camera ? [`--use-file-for-fake-video-capture=${camera}`] : []),
      ],
    },
  };
}
