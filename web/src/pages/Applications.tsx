import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followNotifications } from "#/api/notifications.queries.ts";
import { Applications } from "#/features/applications/Applications.tsx";

export default function ApplicationsPage() {
  const cache = useQueryClient();
  useEffect(() => followNotifications(cache), [cache]);
  return <Applications />;
}
