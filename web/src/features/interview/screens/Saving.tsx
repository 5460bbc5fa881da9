import { Check, CircleAlert } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import type { SavingView } from "../model/view.ts";
import { AnswerList } from "./AnswerList.tsx";
import { Captions } from "./Captions.tsx";
import styles from "./Saving.module.css";
import { type ScreenProps, Stage } from "./Stage.tsx";

/** The answer is being sent; the next question is already available. */
export function Saving({ view, act }: ScreenProps<"saving">) {
  const { state, last, items } = view;
  return (
    <Stage
      dock={
        <Button full="phone" disabled={state === "keeping"} onClick={() => act({ type: "NEXT" })}>
          {last ? m.interview_review() : m.interview_next()}
        </Button>
      }
    >
      <div className={styles.columns}>
        <div className={styles.head}>
          <p role="status" className={cx(styles.state, state === "refused" && styles.refused)}>
            <Mark state={state} />
            {formatSavingState(state)}
          </p>
          <Heading level={1} autoFocus className={styles.title}>
            {state === "refused" ? m.interview_refused_title() : m.interview_saving_title()}
          </Heading>
        </div>
        <div className={styles.list}>
          <AnswerList items={items} onRetry={() => act({ type: "TRY_UPLOADS" })} />
        </div>
        {(state === "device" || state === "page") && (
          <div className={styles.note}>
            <Note inPage={state === "page"} last={last} />
          </div>
        )}
      </div>
    </Stage>
  );
}

function Mark({ state }: { state: SavingView["state"] }) {
  if (state === "refused") return <Icon as={CircleAlert} />;
  return state === "saved" ? <Icon as={Check} /> : <Spinner busy={state === "keeping"} />;
}

function Note({ inPage, last }: { inPage: boolean; last: boolean }) {
  if (inPage) return <Captions who={m.interview_page_title()}>{m.interview_page_text()}</Captions>;
  return <Captions who={m.interview_slow()}>{last ? m.interview_slow_last() : m.interview_slow_text()}</Captions>;
}

function formatSavingState(state: SavingView["state"]): string {
  switch (state) {
    case "keeping":
      return m.interview_saving();
    case "device":
      return m.interview_saved_device();
    case "page":
      return m.interview_saved_page();
    case "saved":
      return m.interview_toast_saved();
    case "refused":
      return m.interview_refused();
  }
}
