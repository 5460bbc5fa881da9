import { Check, CircleAlert } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Card } from "#/ui/Card/Card.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { formatDuration } from "#/format/duration.ts";
import type { Item } from "../model/view.ts";
import styles from "./AnswerList.module.css";

/** The status of each answer: open, on this device, or saved. `onRetry` sends again what the server did not take. */
export function AnswerList({ items, onRetry }: { items: Item[]; onRetry: () => void }) {
  return (
    <Card>
      <DividedList>
        {items.map((item, index) => (
          <li key={index} className={styles.item}>
            <Mark state={item.state} />
            <div className={styles.words}>
              <Text as="span" strong={item.state !== "open"} quiet={item.state === "open"}>
                {item.topic}
              </Text>
              {item.state !== "open" && (
                <Text size="small" quiet>
                  {formatUploadState(item)}
                </Text>
              )}
            </div>
            {item.seconds !== null && (
              <Text as="span" num quiet>
                {formatDuration(item.seconds)}
              </Text>
            )}
          </li>
        ))}
      </DividedList>
      {items.some(({ state }) => state === "refused") && <TextLink onClick={onRetry}>{m.interview_refused_retry()}</TextLink>}
    </Card>
  );
}

function Mark({ state }: { state: Item["state"] }) {
  switch (state) {
    case "saved":
      return <Icon as={Check} className={styles.saved} />;
    case "refused":
      return <Icon as={CircleAlert} className={styles.refused} />;
    case "device":
    case "page":
      return <Spinner busy />;
    case "open":
      return <Spinner />;
  }
}

function formatUploadState({ state, problem, parts }: Item): string {
  if (state === "saved") return m.interview_saved();
  if (state === "refused") return formatProblem(problem);
  if (state === "page") return m.interview_saved_page();
  return parts ? m.interview_sending_parts(parts) : m.interview_sending();
}

function formatProblem(problem: Item["problem"]): string {
  if (problem === "forbidden") return m.interview_refused_forbidden();
  return problem === "server" ? m.interview_refused_server() : m.interview_refused();
}
