import type { AppPath } from "#/platform/paths.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { cx } from "#/ui/cx.ts";
import { type Stage, Stages } from "#/ui/Stages/Stages.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./StageBar.module.css";

type StageBarProps = { stage?: Stage | undefined; back?: AppPath | undefined; signedIn: boolean };

/**
 * The header of a step: the back link and the four stages. A visitor has no previous step, but gets a sign-in link.
 * Without a stage: that of a page which is opened by a link from a mail.
 */
export function StageBar({ stage, back, signedIn }: StageBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.top}>
        {signedIn && back && (
          <TextLink back href={back}>
            {m.shell_back()}
          </TextLink>
        )}
        <Brand />
        <div className={styles.ways}>
          <LanguageLink signedIn={signedIn} className={styles.way} />
          {!signedIn && stage && (
            <AppLink href="/login" className={cx(styles.link, styles.way)}>
              {m.shell_sign_in()}
            </AppLink>
          )}
        </div>
      </div>
      {stage && <Stages current={stage} />}
    </header>
  );
}
