import { ChevronLeft } from "lucide-react";
import { Link } from "wouter";
import { m } from "#/messages.gen/messages.js";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { type Stage, Stages } from "#/ui/Stages/Stages.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./StageBar.module.css";

type StageBarProps = { stage: Stage; back: string; wide?: boolean; signedIn: boolean };

/** The header of a step: the back link and the four stages. A visitor has no previous step, but gets a sign-in link. */
export function StageBar({ stage, back, wide = false, signedIn }: StageBarProps) {
  return (
    <header className={cx(styles.bar, wide && styles.wide)}>
      <div className={styles.top}>
        {signedIn && (
          <Link href={back} className={styles.link}>
            <Icon as={ChevronLeft} />
            {m.shell_back()}
          </Link>
        )}
        <Brand />
        <div className={styles.ways}>
          <LanguageLink signedIn={signedIn} className={styles.way} />
          {!signedIn && <Link href="/login" className={cx(styles.link, styles.way)}>{m.shell_sign_in()}</Link>}
        </div>
      </div>
      <Stages current={stage} />
    </header>
  );
}
