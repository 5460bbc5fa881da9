import { Redirect } from "wouter";

/** The other name of the sign-up page. */
export default function SignUpRedirect() {
  return <Redirect to="/signup" replace />;
}
