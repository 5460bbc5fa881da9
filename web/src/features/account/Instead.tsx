import type { AppPath } from "#/platform/paths.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Instead.module.css";

/** A link below a form to the alternative form (sign-in or sign-up). */
export function Instead({ question, href, link }: { question: string; href: AppPath; link: string }) {
  return (
    <Row wrap className={styles.instead}>
      <Text as="span" quiet>
        {question}
      </Text>
      <TextLink href={href}>{link}</TextLink>
    </Row>
  );
}
