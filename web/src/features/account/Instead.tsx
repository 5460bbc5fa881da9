import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Instead.module.css";

/** Under a form: the other form, for those who are at the wrong one. */
export function Instead({ question, href, link }: { question: string; href: string; link: string }) {
  return (
    <Row wrap className={styles.instead}>
      <Text as="span" quiet>
        {question}
      </Text>
      <TextLink href={href}>{link}</TextLink>
    </Row>
  );
}
