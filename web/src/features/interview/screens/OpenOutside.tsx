import { ExternalLink } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { outside } from "../browser/inApp.ts";
import styles from "./Blocked.module.css";

/** The way out of another app's browser, which often has no camera. Nothing where the browser is one of its own. */
export function OpenOutside() {
  const way = outside();
  if (!way) return null;
  return (
    <Banner tone="plain">
      <p>{m.interview_in_app()}</p>
      {way.at === "chrome" ? (
        <a href={way.href} className={styles.outside}>
          <Icon as={ExternalLink} size="s" /> {m.interview_in_app_chrome()}
        </a>
      ) : (
        <p>{m.interview_in_app_safari()}</p>
      )}
    </Banner>
  );
}
