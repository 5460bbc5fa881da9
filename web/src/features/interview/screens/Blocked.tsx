import { Lock } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Art } from "#/ui/Art/Art.tsx";
import type { BlockReason } from "../model/ports.ts";
import type { InterviewView } from "../model/view.ts";
import styles from "./Blocked.module.css";
import { OpenOutside } from "./OpenOutside.tsx";
import { type ScreenProps, Stage } from "./Stage.tsx";

/** Shown without camera or microphone: the problem, what to do, and how to continue without them. */
export function Blocked({ view, act }: ScreenProps<"blocked">) {
  const { reason, kind } = view;
  const withoutCamera = kind === "video";
  return (
    <Stage
      dock={
        <>
          <Button full="phone" onClick={() => act({ type: "TRY_AGAIN" })}>
            {m.interview_try_again()}
          </Button>
          <TextLink center onClick={() => act({ type: withoutCamera ? "GO_ON_WITHOUT_CAMERA" : "GO_ON_TYPING" })}>
            {withoutCamera ? m.interview_without_camera() : m.interview_typing_only()}
          </TextLink>
        </>
      }
    >
      <div className={styles.columns}>
        <Wording view={view} />
        <OpenOutside />
        <Card>
          <DividedList as="ol">
            {remedy(reason).map((step, index, steps) => (
              <li key={step} className={styles.step}>
                {steps.length > 1 && <span className={styles.number}>{index + 1}</span>}
                <span>{step}</span>
                {reason === "denied" && index === 0 && <Icon as={Lock} className={styles.lock} />}
              </li>
            ))}
          </DividedList>
        </Card>
        <Text quiet className={styles.equal}>
          {withoutCamera ? m.interview_blocked_equal() : m.interview_blocked_equal_typing()}
        </Text>
      </div>
    </Stage>
  );
}

function Wording({ view }: { view: Extract<InterviewView, { at: "blocked" }> }) {
  const { title, text } = wording(view.reason, view.kind);
  return (
    <div className={styles.head}>
      <Art name="camera" className={styles.art} />
      <Heading level={1} autoFocus className={styles.title}>
        {title}
      </Heading>
      <Text size="lead">{text}</Text>
    </div>
  );
}

function wording(reason: BlockReason, kind: "video" | "audio"): { title: string; text: string } {
  if (kind === "audio") {
    return { title: m.interview_blocked_microphone_title(), text: m.interview_blocked_microphone() };
  }
  return reason === "denied"
    ? { title: m.interview_blocked_denied_title(), text: m.interview_blocked_denied() }
    : { title: m.interview_blocked_title(), text: m.interview_blocked_other() };
}

/** The steps to fix it. */
export function remedy(reason: BlockReason): string[] {
  switch (reason) {
    case "denied":
      return [m.interview_blocked_step_lock(), m.interview_blocked_step_permissions(), m.interview_blocked_step_return()];
    case "missing":
      return [m.interview_blocked_missing()];
    case "busy":
      return [m.interview_blocked_busy()];
    case "unsupported":
      return [m.interview_blocked_unsupported()];
  }
}
