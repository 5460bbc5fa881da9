import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Voice } from "#/ui/Voice/Voice.tsx";
import styles from "./Opening.module.css";
import { type ScreenProps, Stage } from "./Stage.tsx";

/** The lobby: what will happen, and the start button. */
export function Lobby({ view, act, name, unlock }: ScreenProps<"lobby">) {
  const { progress, job, rejoined } = view;
  const start = () => {
    unlock();
    act({ type: "START" });
  };
  return (
    <Stage
      dock={
        <Button full="phone" onClick={start}>
          {rejoined ? m.interview_resume() : m.interview_start()}
        </Button>
      }
    >
      <div className={cx(styles.middle, styles.lobby)}>
        <div className={styles.voice}>
          <Voice state="idle" />
        </div>
        <Heading level={1} className={styles.title}>
          {rejoined ? m.interview_lobby_back({ name }) : m.interview_lobby_title({ name })}
        </Heading>
        <Text size="lead" quiet>
          {rejoined ? backText(progress) : m.interview_lobby_text({ ...progress, job })}
        </Text>
      </div>
    </Stage>
  );
}

function backText({ current, total, more: topic }: ScreenProps<"lobby">["view"]["progress"]): string {
  return topic === undefined ? m.interview_lobby_back_text({ current, total }) : m.interview_lobby_back_more({ topic });
}

/** Shown while the browser may be asking for permission. */
export function Opening() {
  return (
    <Stage dock={null}>
      <div className={styles.middle}>
        <Row role="status">
          <Spinner busy />
          <Text as="span" strong>
            {m.interview_opening()}
          </Text>
        </Row>
        <Text size="lead" quiet>
          {m.interview_opening_text()}
        </Text>
      </div>
    </Stage>
  );
}
