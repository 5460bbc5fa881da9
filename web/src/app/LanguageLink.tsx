import { keepLanguage } from "#/session/user.ts";
import { m } from "#/messages.gen/messages.js";
import { chooseLanguage } from "#/platform/language.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { cx } from "#/ui/cx.ts";
import styles from "#/ui/page/Bar.module.css";

type LanguageLinkProps = { signedIn: boolean; className?: string | undefined };

/**
 * A link to the other language, named in that language. Without JavaScript it leads to the first page in that language.
 */
export function LanguageLink({ signedIn, className }: LanguageLinkProps) {
  const other = m.ui_locale().startsWith("es") ? "en" : "es";
  const choose = async () => {
    if (signedIn) await keepLanguage(other);
    chooseLanguage(other);
  };
  return (
    <AppLink
      outside={`/${other}`}
      lang={other}
      hrefLang={other}
      onClick={(event) => {
        event.preventDefault();
        void choose();
      }}
      className={cx(styles.navLink, className)}
    >
      {m.shell_other_language()}
    </AppLink>
  );
}
