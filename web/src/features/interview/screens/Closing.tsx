import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import type { InterviewView } from "../model/view.ts";
import { AnswerList } from "./AnswerList.tsx";
import styles from "./Saving.module.css";
import { type ScreenProps, Stage } from "./Stage.tsx";

type State = Extract<InterviewView, { at: "completing" }>["state"];

/** After the last question: uploads in progress, then the end. */
export function Completing({ view, act }: ScreenProps<"completing">) {
  const { state, items } = view;
  const { title, text } = wording(state);
  return (
    <Stage
      dock={
        state !== "closing" && (
          <Button full="phone" onClick={() => act({ type: "TRY_AGAIN" })}>
            {m.interview_try_again()}
          </Button>
        )
      }
    >
      <div className={styles.columns}>
        <div className={styles.head}>
          {state !== "failed" && (
            <p role="status" className={styles.state}>
              <Spinner busy />
              {m.interview_saving()}
            </p>
          )}
          <Heading level={1} key={state} autoFocus className={styles.title}>
            {title}
          </Heading>
          <Text size="lead" quiet>
            {text}
          </Text>
        </div>
        <div className={styles.list}>
          <AnswerList items={items} onRetry={() => act({ type: "TRY_UPLOADS" })} />
        </div>
      </div>
    </Stage>
  );
}

function wording(state: State): { title: string; text: string } {
  switch (state) {
    case "sending":
      return { title: m.interview_sending_title(), text: m.interview_sending_text() };
    case "closing":
      return { title: m.interview_closing_title(), text: m.interview_closing_text() };
    case "failed":
      return { title: m.interview_failed_title(), text: m.interview_failed_text() };
  }
}

/** The interview is over; the thank-you page follows in a moment. */
export function Done() {
  return (
    <div className={styles.whole}>
      <Column>
        <Empty level={1} art="sun" title={m.interview_closing_title()} />
      </Column>
    </div>
  );
}

export function Loading() {
  return (
    <div className={styles.whole}>
      <PageSpinner />
    </div>
  );
}

/** The interview could not be created or started. */
export function Failed({ act }: ScreenProps<"failed">) {
  return (
    <div className={styles.whole}>
      <Column>
        <Empty level={1} art="camera" title={m.interview_setup_title()} text={m.interview_setup_text()}>
          <Button onClick={() => act({ type: "TRY_AGAIN" })}>{m.interview_try_again()}</Button>
        </Empty>
      </Column>
    </div>
  );
}

/** Another tab of this browser has the interview. */
export function Elsewhere({ act }: ScreenProps<"elsewhere">) {
  return (
    <div className={styles.whole}>
      <Column>
        <Empty level={1} art="camera" title={m.interview_elsewhere_title()} text={m.interview_elsewhere_text()}>
          <Button onClick={() => act({ type: "TAKE_OVER" })}>{m.interview_elsewhere_here()}</Button>
        </Empty>
      </Column>
    </div>
  );
}
