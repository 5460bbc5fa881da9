import { useQuery } from "@tanstack/react-query";
import { reviewQuery } from "#/api/reviews.queries.ts";
import type { Interview, InterviewReport } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { FullReport } from "./FullReport.tsx";
import { Report } from "./Report.tsx";
import { HumanReview } from "./review/HumanReview.tsx";

/** The result of a completed interview: the report, or why there is none (yet). `full` shows all details. */
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
    default: {
      const { report } = interview;
      if (interview.scoring !== "done" || !report) return <Text>{m.dashboard_result_none()}</Text>;
      return full ? <Whole interview={interview} report={report} /> : <Report report={report} awaited={interview.awaitsPerson} />;
    }
  }
}

/** The AI report and the human review; the human review comes first if there is one. */
function Whole({ interview, report }: { interview: Interview; report: InterviewReport }) {
  const { data } = useQuery(reviewQuery(interview.id));
  const read = data?.review?.settledAt != null;
  return (
    <>
      {read && <HumanReview interview={interview} />}
      <FullReport interview={interview} report={report} />
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
