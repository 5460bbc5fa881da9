import { useQuery } from "@tanstack/react-query";
import { reviewQuery } from "#/api/reviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { FullReport } from "./FullReport.tsx";
import { Report } from "./Report.tsx";
import { HumanReview } from "./review/HumanReview.tsx";
import { readSummary, type Summary } from "./summary.ts";

/** What came of a completed interview: the report, or why there is none (yet). With `full` all that is known of it. */
export function Result({ interview, full = false }: { interview: Interview; full?: boolean }) {
  switch (interview.scoring) {
    case "pending":
      return <Reading />;
    case "declined":
      return (
        <>
          <Text>{interview.awaitsPerson ? m.dashboard_result_declined() : m.dashboard_result_declined_read()}</Text>
          {full && <HumanReview interview={interview} />}
        </>
      );
    case "done": {
      const summary = readSummary(interview.aiSummary);
      if (!summary) return <Text>{m.dashboard_result_unreadable()}</Text>;
      return full ? <Whole interview={interview} summary={summary} /> : <Report summary={summary} />;
    }
    default:
      return <Text>{m.dashboard_result_none()}</Text>;
  }
}

/** The machine's report and the person beside it: whoever was read by a person sees that first. */
function Whole({ interview, summary }: { interview: Interview; summary: Summary }) {
  const { data } = useQuery(reviewQuery(interview.id));
  const read = data?.review?.settledAt != null;
  return (
    <>
      {read && <HumanReview interview={interview} />}
      <FullReport interview={interview} summary={summary} />
      {!read && <HumanReview interview={interview} />}
    </>
  );
}

function Reading() {
  return (
    <Row top role="status">
      <Spinner busy />
      <div>
        <Text strong>{m.dashboard_result_reading()}</Text>
        <Text size="small" quiet>
          {m.dashboard_result_reading_text()}
        </Text>
      </div>
    </Row>
  );
}
