import { Redirect } from "#/ui/AppLink/Redirect.tsx";

/** An alias of the sign-up page. */
export default function SignUpRedirect() {
  return <Redirect to="/signup" />;
}
