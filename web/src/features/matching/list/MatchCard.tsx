import { useMutation } from "@tanstack/react-query";
import { Bookmark, BookmarkCheck, EyeOff, TrendingUp } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { markJob, unmarkJob } from "#/api/matches.queries.ts";
import type { Better, MatchedJob, User } from "#/api/types.ts";
import { formatPercent } from "#/format/share.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { JobCard, Reasons } from "../JobCard.tsx";
import { failed } from "./failed.ts";
import styles from "./MatchCard.module.css";

const HideDialog = lazy(() => import("./HideDialog.tsx"));

/** One match: the job, why it fits, what would improve the fit, and its actions. */
export function MatchCard({ job, user, zip, apply }: { job: MatchedJob; user: User; zip: string; apply: ReactNode }) {
  return (
    <JobCard job={job} zip={zip} level={2}>
      <details className={styles.why}>
        <summary className={styles.score}>
          <Text as="span" strong num>
            {m.matching_score({ score: job.score })}
          </Text>
          <span className={styles.summary}>{m.matching_list_why()}</span>
        </summary>
        <Stack gap="s">
          <Reasons job={job} zip={zip} />
          {job.replies && job.replies.points > 0 && <Text size="small">{m.matching_list_replies({ percent: formatPercent(job.replies.percent / 100) })}</Text>}
          {job.better.length > 0 && (
            <Stack gap="xs">
              <Text strong>{m.matching_list_better()}</Text>
              <CheckList>
                {job.better.map((better) => (
                  <Tick key={better.change} icon={TrendingUp}>
                    {formatBetter(better, user)}
                  </Tick>
                ))}
              </CheckList>
              <TextLink href="/quick-questions">{m.matching_widen_change()}</TextLink>
            </Stack>
          )}
        </Stack>
      </details>
      {job.alsoAt.length > 0 && <AlsoAt job={job} />}
      {apply}
      <Actions job={job} />
    </JobCard>
  );
}

/** The same job at other places in reach, each with its own page. */
function AlsoAt({ job }: { job: MatchedJob }) {
  return (
    <Disclosure label={m.matching_list_also_at({ count: job.alsoAt.length })}>
      <Stack as="ul" gap="xs">
        {job.alsoAt.map(({ id, street, city, distanceMiles: miles }) => (
          <li key={id}>
            <AppLink className={styles.about} outside={`/jobs/${id}`}>
              {m.matching_place_miles({ place: [street, city].filter(Boolean).join(", "), miles })}
            </AppLink>
          </li>
        ))}
      </Stack>
    </Disclosure>
  );
}

function Actions({ job }: { job: MatchedJob }) {
  const [hiding, setHiding] = useState(false);
  const { id, title, saved } = job;
  const save = useMutation({ ...markJob, onError: failed });
  const unsave = useMutation({ ...unmarkJob, onError: failed });
  const busy = save.isPending || unsave.isPending;
  const toggle = () => (saved ? unsave.mutate(id) : save.mutate({ jobId: id, mark: "saved" }));
  return (
    <div className={styles.actions}>
      <AppLink className={styles.about} outside={`/jobs/${id}`} aria-label={m.matching_list_about_name({ title })}>
        {m.matching_list_about()}
      </AppLink>
      <Row>
        <TextLink
          icon={<Icon as={saved ? BookmarkCheck : Bookmark} size="s" />}
          aria-pressed={saved}
          aria-label={m.matching_list_save_name({ title })}
          aria-disabled={busy || undefined}
          onClick={() => !busy && toggle()}
        >
          {saved ? m.matching_list_saved_one() : m.matching_list_save()}
        </TextLink>
        <TextLink icon={<Icon as={EyeOff} size="s" />} aria-label={m.matching_list_hide_name({ title })} onClick={() => setHiding(true)}>
          {m.matching_list_hide()}
        </TextLink>
      </Row>
      {hiding && (
        <Suspense>
          <HideDialog job={job} onClose={() => setHiding(false)} />
        </Suspense>
      )}
    </div>
  );
}

function formatBetter({ change, score }: Better, user: User): string {
  switch (change) {
    case "pay":
      return m.matching_list_better_pay({ score });
    case "times":
      return m.matching_list_better_times({ score });
    case "hours":
      return user.employmentType === "part-time" ? m.matching_list_better_full_time({ score }) : m.matching_list_better_part_time({ score });
    case "start":
      return m.matching_list_better_start({ score });
    default:
      return change satisfies never;
  }
}
