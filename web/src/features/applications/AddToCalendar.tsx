import { CalendarPlus } from "lucide-react";
import type { Application } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./ApplicationDetail.module.css";

/** The agreed meeting, after a hire the first day, as a calendar file. */
export const AddToCalendar = ({ application: { id } }: { application: Application }) => (
  <AppLink outside={`/api/applications/${id}/meeting.ics`} download className={styles.link}>
    <Icon as={CalendarPlus} size="s" />
    {m.applications_calendar()}
  </AppLink>
);
