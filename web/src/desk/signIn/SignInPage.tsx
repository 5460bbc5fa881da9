import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";

export default function SignInPage() {
  return (
    <Wide>
      <Heading level={1}>{m.desk_nav_sign_in()}</Heading>
    </Wide>
  );
}
