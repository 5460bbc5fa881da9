import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followNotifications } from "#/api/notifications.queries.ts";
import { ApplicationDetail } from "#/features/applications/ApplicationDetail.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function ApplicationPage() {
  const cache = useQueryClient();
  useEffect(() => followNotifications(cache), [cache]);
  return <ApplicationDetail id={usePageQuery("/application").id ?? ""} />;
}
