/** The engines: where each is installed, how it is started, and the browser that it represents. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bidi, classic, devtools, type Driver, freePort, kill, type Launch, start, until } from "./driver.ts";

export const PHONE = { width: 390, height: 844 };
/** Folder with the root of a newer Debian, and of old browsers; scripts/browser-engines.sh fills it. */
const ROOTS = process.env.ENGINES_ROOTS ?? join(import.meta.dirname, "../../var/engines");
const IN_ROOT = join(import.meta.dirname, "../../scripts/in-debian-root.sh");
const ZONE = "America/New_York";

export interface Engine {
  /** What it represents. */
  like: string;
  /** Whether it has a (fake) camera, records, and plays recordings. WPE of Debian 12 crashes when a video starts. */
  camera: boolean;
  /** Returns what is not installed; empty if the engine can start. */
  missing(): string;
  open(): Promise<Driver>;
}

const isMissing = (files: string[]) => files.filter((file) => !existsSync(file)).join(", ");

/** Adds cleanup to closing the browser. */
function closing(driver: Driver, cleanUp: () => void): Driver {
  return { ...driver, close: () => driver.close().finally(cleanUp) };
}

/** A display as large as a phone, with a window manager so that the page has the focus. 20 pixels are the address bar. */
async function openDisplay(): Promise<{ display: string; close: () => void }> {
  let number = 90;
  while (existsSync(`/tmp/.X11-unix/X${number}`)) number += 1;
  const display = `:${number}`;
  const server = start({
    command: "Xvfb",
    args: [display, "-screen", "0", `${PHONE.width}x${PHONE.height + 20}x24`, "-nolisten", "tcp"],
  });
  await until(() => existsSync(`/tmp/.X11-unix/X${number}`) || undefined, "Xvfb");
  const manager = start({
    command: "matchbox-window-manager",
    args: ["-use_titlebar", "no", "-use_cursor", "no"],
    env: { DISPLAY: display },
  });
  return { display, close: () => [manager, server].forEach(kill) };
}

const iphone = (ios: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${ios.replace(".", "_")} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${ios} Mobile/15E148 Safari/604.1`;

/** Lets the address bar of the window be as narrow as a phone. */
const NARROW =
  "toolbar, toolbar *, headerbar, headerbar *, entry, button, image, progressbar { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n";
const LIBRARIES = join("usr/lib", process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu");
/** WebKit's session sometimes ends while it starts. */
const TRIES = 6;

/** WebKitGTK in the root of a newer Debian. `encoders` are those of GStreamer that it must not use. */
function webkitGtk(like: string, ios: string, encoders: string[]): Engine {
  const root = join(ROOTS, "trixie");
  const program = `/${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`;
  return {
    like,
    camera: true,
    missing() {
      const files = isMissing([join(root, program), join(root, "usr/bin/WebKitWebDriver"), "/usr/bin/Xvfb", "/usr/bin/matchbox-window-manager"]);
      if (files) return files;
      return spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status === 0 ? "" : "the right to mount (root, or CAP_SYS_ADMIN)";
    },
    async open() {
      const home = mkdtempSync(join(tmpdir(), "engine-webkit-"));
      mkdirSync(join(home, "gtk-3.0"));
      writeFileSync(join(home, "gtk-3.0/gtk.css"), NARROW);
      const { display, close } = await openDisplay();
      const cleanUp = () => (close(), rmSync(home, { recursive: true, force: true }));
      const env = {
        DISPLAY: display,
        HOME: "/tmp",
        XDG_CONFIG_HOME: "/tmp",
        XDG_DATA_HOME: "/tmp",
        XDG_CACHE_HOME: "/tmp",
        NO_AT_BRIDGE: "1",
        GTK_A11Y: "none",
        LIBGL_ALWAYS_SOFTWARE: "1",
        TZ: ZONE,
        LANG: "C.UTF-8",
        GST_PLUGIN_FEATURE_RANK: encoders.map((name) => `${name}:NONE`).join(","),
      };
      const args = [
        "--automation",
        "--enable-write-console-messages-to-stdout=true",
        `--user-agent=${iphone(ios)}`,
        "--enable-media-stream=true",
        "--enable-mock-capture-devices=true",
        "--autoplay-policy=allow",
      ];
      const driver: Launch = {
        command: "sh",
        args: [IN_ROOT, root, home, "WebKitWebDriver"],
        env,
      };
      for (let tries = 1; ; tries += 1) {
        const capabilities = {
          "webkitgtk:browserOptions": { binary: program, args },
        };
        const made = await classic({
          driver,
          port: await freePort(),
          capabilities,
          window: PHONE,
        }).catch((error: Error) => error);
        if (!(made instanceof Error)) return closing(made, cleanUp);
        if (tries === TRIES) throw (cleanUp(), made);
      }
    },
  };
}

/** WPE WebKit of Debian 12, which has no window of its own. */
function wpe(like: string, ios: string): Engine {
  return {
    like,
    camera: false,
    missing: () => isMissing(["/usr/bin/WPEWebDriver", "/usr/bin/cog"]),
    async open() {
      const args = ["--automation", "--platform=headless", "--enable-write-console-messages-to-stdout=true", `--user-agent=${iphone(ios)}`];
      const driver = {
        command: "WPEWebDriver",
        args: [],
        env: { LIBGL_ALWAYS_SOFTWARE: "1", TZ: ZONE },
      };
      const capabilities = {
        "wpe:browserOptions": { binary: "/usr/bin/cog", args },
      };
      return classic({
        driver,
        port: await freePort(),
        capabilities,
        window: null,
      });
    },
  };
}

const FIREFOX_PREFERENCES = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "app.update.enabled": false,
  "extensions.update.enabled": false,
  "services.settings.server": "data:,",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "remote.active-protocols": 1,
  "intl.accept_languages": "en-US",
};

function firefox(like: string, program: string): Engine {
  return {
    like,
    camera: true,
    missing: () => isMissing([program]),
    async open() {
      const profile = mkdtempSync(join(tmpdir(), "engine-firefox-"));
      const lines = Object.entries(FIREFOX_PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
      writeFileSync(join(profile, "user.js"), lines.join(""));
      const port = await freePort();
      const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(port)];
      const driver = await bidi({ command: program, args, env: { TZ: ZONE, LANG: "en_US.UTF-8" } }, port, PHONE);
      return closing(driver, () => rmSync(profile, { recursive: true, force: true }));
    },
  };
}

function chromium(like: string, program: string, flags: string[]): Engine {
  return {
    like,
    camera: true,
    missing: () => isMissing([program]),
    async open() {
      const profile = mkdtempSync(join(tmpdir(), "engine-chromium-"));
      const args = [
        ...flags,
        "--no-sandbox",
        "--disable-gpu",
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        "--no-first-run",
        "--lang=en-US",
        "--disable-background-networking",
        "--autoplay-policy=no-user-gesture-required",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        `--window-size=${PHONE.width},${PHONE.height}`,
      ];
      const driver = await devtools({ command: program, args, env: { TZ: ZONE } }, PHONE);
      return closing(driver, () => rmSync(profile, { recursive: true, force: true }));
    },
  };
}

/** The oldest Chromium in the folder of engines, such as chromium106/chromium. */
function oldestChromium(): string {
  const [oldest] = existsSync(ROOTS)
    ? readdirSync(ROOTS)
        .filter((name) => /^chromium\d+$/.test(name))
        .sort()
    : [];
  return join(ROOTS, oldest ?? "chromium106", "chromium");
}

/** In the order of the last line of a run. */
export const ENGINES: Record<string, Engine> = {
  firefox: firefox("Firefox ESR", "/usr/bin/firefox-esr"),
  webkit: webkitGtk("Safari, which records MP4", "18.3", ["vp9enc", "vp8enc"]),
  webkit_webm: webkitGtk("Safari since 18.4, which can record WebM", "26.0", ["vp9enc", "openh264enc", "x264enc"]),
  oldest_webkit: wpe("Safari 16.0, without a camera", "16.0"),
  oldest_chromium: chromium("The oldest Chrome", oldestChromium(), ["--headless", "--single-process", "--no-zygote"]),
};
