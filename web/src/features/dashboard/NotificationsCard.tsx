import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { markNotificationsSeen, notificationsQuery } from "#/api/notifications.queries.ts";
import type { Notice } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatAppointment, formatDateTime } from "#/format/dates.ts";

const SHOWN = 5;

/** The latest notifications, newest first. Renders nothing without any. */
export function NotificationsCard() {
  const { data: notices } = useQuery(notificationsQuery);
  const { mutate: markSeen } = useMutation(markNotificationsSeen);
  const unseen = notices?.filter(({ seen }) => !seen).map(({ id }) => id) ?? [];
  const newest = unseen[0];
  // Displayed notifications are marked as read on the server; they stay marked as new until this card unmounts.
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const added = unseen.filter((id) => !fresh.includes(id));
  if (added.length > 0) setFresh([...fresh, ...added]);
  useEffect(() => {
    if (newest !== undefined) markSeen();
  }, [newest, markSeen]);
  const told = notices?.filter((notice) => formatNotification(notice) !== null) ?? [];
  if (told.length === 0) return null;
  return (
    <TitledCard title={m.dashboard_news()}>
      <DividedList>
        {told.slice(0, SHOWN).map((notice) => (
          <Row as="li" spread top key={notice.id}>
            <div>
              <Text strong>{formatNotification(notice)}</Text>
              <Text size="small" quiet num>
                {formatDateTime(notice.createdAt)}
              </Text>
            </div>
            {fresh.includes(notice.id) && <Tag tone="info">{m.dashboard_news_new()}</Tag>}
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}

function formatNotification({ kind, data }: Notice): string | null {
  const job = data.job ?? "";
  const coach = data.coach ?? "";
  const employer = data.employer ?? "";
  const who = data.who ?? "";
  const moment = data.at ? formatAppointment(data.at) : "";
  switch (kind) {
    case "interview_planned":
      return m.dashboard_news_interview_planned({ job, moment });
    case "interview_moved":
      return m.dashboard_news_interview_moved({ job, moment });
    case "interview_cancelled":
      return m.dashboard_news_interview_cancelled({ job });
    case "interview_missed":
      return m.dashboard_news_interview_missed({ job });
    case "interview_received":
      return m.dashboard_news_interview_received({ job });
    case "interview_unanswered":
      return m.dashboard_news_interview_unanswered({ job });
    case "interview_scored":
      return m.dashboard_news_interview_scored({ job });
    case "interview_reviewed":
      return m.dashboard_news_interview_reviewed({ job });
    case "booking_made":
      return null; // Their booking has a card.
    case "booking_moved":
      return m.dashboard_news_booking_moved({ coach, moment });
    case "booking_cancelled":
      return m.dashboard_news_booking_cancelled({ coach });
    case "booking_time_asked":
      return m.dashboard_news_booking_time_asked({ coach });
    case "matches":
      return m.dashboard_news_matches({ count: data.count ?? 0 });
    case "job_answered":
      return m.dashboard_news_job_answered({ employer, job });
    case "application_sent":
      return m.dashboard_news_application_sent({ employer, job });
    case "application_viewed":
      return m.dashboard_news_application_viewed({ who, employer });
    case "application_question":
      return m.dashboard_news_application_question({ who, employer });
    case "application_invited":
      return m.dashboard_news_application_invited({ employer });
    case "application_invited_again":
      return m.dashboard_news_application_invited_again({ employer, job });
    case "application_no_show":
      return m.dashboard_news_application_no_show({ employer, job });
    case "application_meeting_off":
      return m.dashboard_news_application_meeting_off({ employer, job });
    case "application_met":
      return m.dashboard_news_application_met({ who, employer });
    case "application_met_after_all":
      return m.dashboard_news_application_met_after_all({ employer, job });
    case "application_offered":
      return m.dashboard_news_application_offered({ employer, job });
    case "application_declined":
      return m.dashboard_news_application_declined({ who, employer, job });
    case "application_closed":
      return m.dashboard_news_application_closed({ job, employer });
    case "application_hired":
      return m.dashboard_news_application_hired({ job, employer });
    default:
      return kind satisfies never;
  }
}
