import { useQuery } from "@tanstack/react-query";
import { type Group, type Groups as Report, groupsQuery, type GroupTable } from "#/api/deskFairness.queries.ts";
import { formatDate } from "#/format/dates.ts";
import { formatCount, formatDecimal } from "#/format/numbers.ts";
import { formatPercent } from "#/format/share.ts";
import { m } from "#/messages.gen/messages.js";
import { outsideAddress } from "#/platform/outside.ts";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import styles from "./FairnessPage.module.css";

/** From this probability on, a difference may be chance. */
const SIGNIFICANT = 0.05;

/** Links to the report that everybody can read, as a page and as a file. */
function PublicReport({ page }: { page: string }) {
  const address = outsideAddress(page);
  const file = outsideAddress(`${page}/report.csv`);
  return (
    <Row wrap>
      {address && <TextLink outside={address}>{m.desk_groups_page()}</TextLink>}
      {file && (
        <TextLink outside={file} download>
          {m.desk_groups_file()}
        </TextLink>
      )}
    </Row>
  );
}

/** Selection rates and scoring rates by sex, by race or ethnicity, and by both. */
export function Groups() {
  const query = useQuery(groupsQuery);
  return (
    <TitledCard title={m.desk_groups_title()}>
      <QueryState query={query} failed={m.desk_groups_failed()} outdated={m.desk_groups_outdated()}>
        {(report) => (
          <Stack gap="l">
            <div>
              <Text size="small" quiet>
                {m.desk_groups_text({ first: formatDate(`${report.first}T12:00:00`), last: formatDate(`${report.last}T12:00:00`) })}
              </Text>
              <PublicReport page={report.page} />
            </div>
            <Rates
              title={m.desk_groups_selection()}
              text={m.desk_groups_selection_text({ count: formatCount(report.selection.assessed) })}
              rates={report.selection}
            />
            <Rates title={m.desk_groups_scoring()} text={m.desk_groups_scoring_text({ count: formatCount(report.scoring.assessed) })} rates={report.scoring} />
          </Stack>
        )}
      </QueryState>
    </TitledCard>
  );
}

/** What the results by group say, in a sentence for each group that moves forward less often. Nothing while they are too few. */
export function Finding() {
  const { data } = useQuery(groupsQuery);
  const groups = data?.selection.tables.flatMap((table) => table.groups) ?? [];
  if (groups.length === 0) return null;
  const flagged = groups.filter((one) => one.flagged);
  return (
    <Callout as="section" aria-label={m.desk_groups_selection()}>
      <Heading level={2} size={3}>
        {m.desk_groups_selection()}
      </Heading>
      {flagged.length === 0 && <Text>{m.desk_groups_even()}</Text>}
      {flagged.map((one) => (
        <Text key={one.categories.join(" ")}>{m.desk_groups_noted({ group: formatGroup(one), notes: formatNotes(one) })}</Text>
      ))}
    </Callout>
  );
}

const KINDS = { sex: m.desk_groups_sex, race: m.desk_groups_race, both: m.desk_groups_both } as const;
const NAMES = {
  female: m.desk_groups_female,
  male: m.desk_groups_male,
  hispanic: m.desk_groups_hispanic,
  white: m.desk_groups_white,
  black: m.desk_groups_black,
  pacific_islander: m.desk_groups_pacific_islander,
  asian: m.desk_groups_asian,
  native_american: m.desk_groups_native_american,
  two_or_more: m.desk_groups_two_or_more,
} as const;

function Rates({ title, text, rates }: { title: string; text: string; rates: Report["selection"] }) {
  const isEmpty = rates.tables.every(({ groups }) => groups.length === 0);
  return (
    <Stack>
      <div>
        <Heading level={3} size={2}>
          {title}
        </Heading>
        <Text size="small" quiet>
          {text}
        </Text>
      </div>
      {isEmpty && <Text>{m.desk_groups_too_few()}</Text>}
      {!isEmpty &&
        rates.tables.map((table) => (
          <Stack key={table.by} gap="xs">
            <Text strong>{KINDS[table.by]()}</Text>
            {table.groups.length === 0 ? <Text>{m.desk_groups_too_few()}</Text> : <Table label={`${title}: ${KINDS[table.by]()}`} table={table} />}
            {table.groups.filter(hasNotes).map((one) => (
              <Text key={one.categories.join(" ")} size="small" strong={one.flagged}>
                {m.desk_groups_noted({ group: formatGroup(one), notes: formatNotes(one) })}
              </Text>
            ))}
            {table.hidden > 0 && (
              <Text size="small" quiet>
                {m.desk_groups_hidden()}
              </Text>
            )}
            <Text size="small" quiet>
              {m.desk_groups_unknown({ count: formatCount(table.unknown) })}
            </Text>
          </Stack>
        ))}
    </Stack>
  );
}

function Table({ label, table }: { label: string; table: GroupTable }) {
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.desk_groups_group()}</th>
            <th scope="col">{m.desk_groups_number()}</th>
            <th scope="col">{m.desk_groups_rate()}</th>
            <th scope="col">{m.desk_groups_ratio()}</th>
          </tr>
        </thead>
        <tbody>
          {table.groups.map((one) => (
            <tr key={one.categories.join(" ")}>
              <th scope="row">{formatGroup(one)}</th>
              <td>{m.desk_fairness_of({ count: formatCount(one.selected), total: formatCount(one.total) })}</td>
              <td>{formatPercent(one.rate)}</td>
              <td>{one.ratio === null ? m.desk_fairness_no_value() : formatDecimal(one.ratio, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatGroup({ categories }: Group): string {
  return categories.map((name) => NAMES[name]()).join(", ");
}

function hasNotes({ flagged, small }: Group): boolean {
  return flagged || small;
}

/** Returns what a flag means, and whether the difference can be chance. */
function formatNotes({ flagged, small, p }: Group): string {
  const notes: string[] = [];
  if (flagged) notes.push(m.desk_groups_flagged());
  if (flagged && p !== null) {
    const value = { p: formatDecimal(p, 3) };
    notes.push(p <= SIGNIFICANT ? m.desk_groups_significant(value) : m.desk_groups_chance(value));
  }
  if (small) notes.push(m.desk_groups_small());
  return notes.join(". ");
}
