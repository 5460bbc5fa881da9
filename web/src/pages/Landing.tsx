import { useEffect } from "react";
import { Landing } from "#/features/landing/Landing.tsx";
import { announceLife } from "#/platform/page.ts";

export default function LandingPage() {
  useEffect(announceLife, []);
  return <Landing />;
}
