import { useMutation, useQuery } from "@tanstack/react-query";
import { allowSignOn } from "#/api/deskSignIn.queries.ts";
import { signOnAddress, signOnQuery } from "#/api/deskSingleSignOn.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { writeItem } from "#/platform/storage.ts";
import { pathTo, useNavigate } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Ended, Refusal, SignInLayout } from "./SignInLayout.tsx";
import { problemText } from "./problems.ts";

/** No failure: a member's first sign-in through the provider waits for their mailed link. */
const ALLOW_FIRST = "allow_first";

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
    <SignInLayout
      title={data ? m.desk_sign_on_title({ employer: data.employer }) : m.desk_nav_sign_in()}
      text={data ? m.desk_sign_on_text() : m.desk_sign_on_off()}
    >
      {problem === null && <Ended />}
      {problem === ALLOW_FIRST && <Banner tone="plain">{m.desk_sign_on_allow_first()}</Banner>}
      {problem !== null && problem !== ALLOW_FIRST && <Banner tone="danger">{problemText(problem)}</Banner>}
      {data && (
        <Button full onClick={go}>
          {m.desk_sign_on_go()}
        </Button>
      )}
      <Row wrap>
        <TextLink onClick={onOther}>{m.desk_sign_on_other()}</TextLink>
      </Row>
    </SignInLayout>
  );
}

/** The mailed link in which a member allows single sign-on. Opening the page does nothing: mail scanners open links. */
export function AllowSignOn({ link }: { link: string }) {
  const navigate = useNavigate();
  const { mutateAsync: allow, error, isPending } = useMutation(allowSignOn);
  const use = () =>
    allow(link).then(
      (page) => navigate(pathTo("/desk/sign-in", { next: page }), { replace: true }),
      () => undefined,
    );
  return (
    <SignInLayout title={m.desk_sign_on_allow_title()} text={error ? undefined : m.desk_sign_on_allow_text()}>
      <Refusal error={error} />
      {error ? (
        <Button full href="/desk/sign-in">
          {m.desk_in_new_link()}
        </Button>
      ) : (
        <Button full busy={isPending} onClick={() => void use()}>
          {m.desk_sign_on_allow()}
        </Button>
      )}
    </SignInLayout>
  );
}
