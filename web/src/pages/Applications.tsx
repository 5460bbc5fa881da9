import { Applications } from "#/features/applications/Applications.tsx";

export default function ApplicationsPage() {
  return <Applications />;
}
