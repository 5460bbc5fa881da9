import { useQuery } from "@tanstack/react-query";
import { signOnAddress, signOnQuery } from "#/api/deskSingleSignOn.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { writeItem } from "#/platform/storage.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Door } from "./Door.tsx";
import { problemText } from "./problems.ts";

type SignOnProps = { employer: string; problem: string | null; next: string; onOther: () => void };

/** Signing in at the employer's identity provider. */
export function SignOn({ employer, problem, next, onOther }: SignOnProps) {
  const { data, isPending } = useQuery(signOnQuery(employer));
  if (isPending) return <PageSpinner />;
  const go = () => {
    writeItem("deskEmployer", employer);
    leaveTo(signOnAddress(employer, next));
  };
  return (
    <Door
      title={data ? m.desk_sign_on_title({ employer: data.employer }) : m.desk_nav_sign_in()}
      text={data ? m.desk_sign_on_text() : m.desk_sign_on_off()}
    >
      {problem !== null && <Banner tone="danger">{problemText(problem)}</Banner>}
      {data && <Button full onClick={go}>{m.desk_sign_on_go()}</Button>}
      <Row wrap>
        <TextLink onClick={onOther}>{m.desk_sign_on_other()}</TextLink>
      </Row>
    </Door>
  );
}
