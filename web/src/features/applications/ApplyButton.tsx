import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { jobStatesQuery } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { useSeveral } from "./several.ts";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

interface ApplyButtonProps {
  jobId: string;
  title: string;
  /** The jobs around it, whose states are loaded in the same request. */
  around: readonly string[];
  /** Opens the sheet at once: a link from the job's page asks for it. */
  open?: boolean;
}

/** Apply, or what became of it: sent, closed, or not possible here. */
export function ApplyButton({ jobId, title, around, open = false }: ApplyButtonProps) {
  const [applying, setApplying] = useState(open);
  const { data } = useQuery(jobStatesQuery(around));
  const { picked, toggle } = useSeveral();
  const state = data?.jobs.find((one) => one.jobId === jobId);
  if (data === undefined || state === undefined) return null;
  switch (state.state) {
    case "applied":
      return (
        <Row wrap>
          <Tag tone="good">{m.applications_sent()}</Tag>
          <TextLink href={`/application?id=${state.applicationId ?? ""}`}>{m.applications_see()}</TextLink>
        </Row>
      );
    case "not_here":
      return (
        <Text size="small" quiet>
          {m.applications_not_here()}{" "}
          {state.url && <a href={state.url} rel="noreferrer">{m.applications_their_site()}</a>}
        </Text>
      );
    case "closed":
      return <Text size="small" quiet>{m.applications_job_closed()}</Text>;
    case "open":
      if (picked !== null) {
        return (
          <OptionCard
            type="checkbox"
            label={m.applications_several_pick({ title })}
            checked={picked.some((one) => one.jobId === jobId)}
            onChange={() => toggle(state, data)}
          />
        );
      }
      return (
        <>
          <Button size="small" aria-label={m.applications_apply_to({ title })} onClick={() => setApplying(true)}>
            {m.applications_apply()}
          </Button>
          {applying && (
            <Suspense>
              <ApplySheet jobs={[state]} states={data} onClose={() => setApplying(false)} />
            </Suspense>
          )}
        </>
      );
  }
}
