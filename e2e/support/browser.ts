import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";
import { SPEECH_FILE } from "./paths.ts";

type Options = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

export const PHONE: Options = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const DESKTOP: Options = { viewport: { width: 1280, height: 800 } };

/**
 * Left out: the browser's own address bar, which is a page with a process of its own and takes as much time as a short
 * journey; and what Playwright leaves out, since only the last such list counts.
 */
const LEFT_OUT = [
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

/** The system's Chromium, with a moving test picture for a camera and a spoken file for a microphone. */
export function chromium(): Options {
  return {
    browserName: "chromium",
    permissions: ["camera", "microphone"],
    // Stories that break the network do so between the page and the server; the one about the worker itself lets it in.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: "/usr/bin/chromium",
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--font-render-hinting=none", // Letters look the same on every machine: parts are compared with their pictures.
        `--disable-features=${LEFT_OUT.join(",")}`,
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-audio-capture=${SPEECH_FILE}`,
      ],
    },
  };
}
