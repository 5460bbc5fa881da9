import { Redirect } from "wouter";

/** An alias of the sign-up page. */
export default function SignUpRedirect() {
  return <Redirect to="/signup" replace />;
}
