import { Check } from "lucide-react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { cx } from "#/ui/cx.ts";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Meter } from "#/ui/Meter/Meter.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { formatAskedPay, formatYearsRange } from "./format.ts";
import type { Phase } from "./phase.ts";
import styles from "./Searching.module.css";

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

/** From back to front: three side by side, and three more on top of them. */
const SHEETS: ArtName[] = ["hat", "comb", "spanner", "tray", "bell", "whisk"];

/** Sheets of paper, with another one for each message. Decorative: the status text says the same. */
function Scene({ dealt }: { dealt: number }) {
  return (
    <div className={styles.scene} aria-hidden="true">
      {SHEETS.map((name, index) => (
        <div key={name} className={cx(styles.sheet, dealt >= index && styles.dealt)}>
          <Art name={name} className={styles.art} />
          <span className={styles.pay} />
          <span className={styles.line} />
        </div>
      ))}
    </div>
  );
}
