import { Check } from "lucide-react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Meter } from "#/ui/Meter/Meter.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import type { Phase } from "./phase.ts";
import { Scene } from "./Scene.tsx";
import styles from "./Searching.module.css";
import { formatAskedPay, formatYearsRange } from "./format.ts";

const STATUSES = [m.matching_status_1, m.matching_status_2, m.matching_status_3, m.matching_status_4, m.matching_status_5, m.matching_status_6];

type SearchingProps = Extract<Phase, { kind: "searching" }> & { user: User };

/** The search in progress: the status, the progress bar, and the person's criteria as they are checked. */
export function Searching({ user, status, progress, checked, unknown }: SearchingProps) {
  return (
    <Column>
      <Stack>
        <Heading level={1}>{m.matching_searching({ product: productName() })}</Heading>
        <Scene dealt={status} />
        <Stack gap="xs">
          <Meter value={progress} label={m.matching_progress()} />
          <Text strong role="status">
            {STATUSES[status]?.()}
          </Text>
        </Stack>
        <DividedList>
          {wishesOf(user, unknown).map((wish, index) => (
            <Row as="li" key={wish} className={styles.check}>
              <Mark state={unknown && index === 0 ? "later" : index < checked ? "done" : index === checked ? "now" : "later"} />
              <span className={index > checked ? styles.later : styles.wish}>{wish}</span>
            </Row>
          ))}
        </DividedList>
      </Stack>
    </Column>
  );
}

function Mark({ state }: { state: "done" | "now" | "later" }) {
  if (state !== "done") return <Spinner busy={state === "now"} size="s" />;
  return (
    <>
      <Icon as={Check} size="s" className={styles.done} />
      <VisuallyHidden>{m.matching_check_done()}</VisuallyHidden>
    </>
  );
}

/** The person's search criteria, as far as they are known. */
function wishesOf(user: User, unknown: boolean): string[] {
  const { jobSearchPrompt, yearsExperience, zipCode, expectedPay, employmentType } = user;
  return [
    unknown && jobSearchPrompt ? m.matching_check_unknown({ wish: jobSearchPrompt }) : jobSearchPrompt,
    yearsExperience === null ? null : m.matching_check_experience({ years: formatYearsRange(yearsExperience) }),
    zipCode && m.matching_check_place({ zip: zipCode }),
    expectedPay && payWish(employmentType, formatAskedPay(expectedPay)),
  ].filter((wish): wish is string => Boolean(wish));
}

function payWish(employmentType: string | null, pay: string): string {
  switch (employmentType) {
    case "full-time":
      return m.matching_check_full_time({ pay });
    case "part-time":
      return m.matching_check_part_time({ pay });
    default:
      return m.matching_check_pay({ pay });
  }
}
