import type { AppPath } from "#/platform/paths.ts";
import { ChevronLeft } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { type Stage, Stages } from "#/ui/Stages/Stages.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./StageBar.module.css";

type StageBarProps = { stage: Stage; back: AppPath; wide?: boolean; signedIn: boolean };

/** The header of a step: the back link and the four stages. A visitor has no previous step, but gets a sign-in link. */
export function StageBar({ stage, back, wide = false, signedIn }: StageBarProps) {
  return (
    <header className={cx(styles.bar, wide && styles.wide)}>
      <div className={styles.top}>
        {signedIn && (
          <AppLink href={back} className={styles.link}>
            <Icon as={ChevronLeft} />
            {m.shell_back()}
          </AppLink>
        )}
        <Brand />
        <div className={styles.ways}>
          <LanguageLink signedIn={signedIn} className={styles.way} />
          {!signedIn && (
            <AppLink href="/login" className={cx(styles.link, styles.way)}>
              {m.shell_sign_in()}
            </AppLink>
          )}
        </div>
      </div>
      <Stages current={stage} />
    </header>
  );
}
