import type { UseQueryResult } from "@tanstack/react-query";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { formatPhone } from "#/platform/phone.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatEmployment, formatExpectedPay, formatExperience } from "./format.ts";

/** The person's profile. `profile` says whether it could be refreshed. */
export function ProfileCard({ user, profile }: { user: User; profile: UseQueryResult<User> }) {
  return (
    <TitledCard title={m.dashboard_profile()}>
      {profile.isError && (
        <Text size="small" quiet role="status">
          {m.dashboard_profile_old()}
        </Text>
      )}
      <DescriptionList items={factsOf(user)} />
      <Button variant="second" size="small" href="/profile">
        {m.dashboard_profile_edit()}
      </Button>
    </TitledCard>
  );
}

function factsOf(user: User) {
  const facts = [
    { name: m.dashboard_name(), value: `${user.firstName} ${user.lastName}`.trim() },
    { name: m.dashboard_email(), value: user.email },
    { name: m.dashboard_phone(), value: user.phone && formatPhone(user.phone) },
    { name: m.dashboard_employment(), value: formatEmployment(user.employmentType) },
    { name: m.dashboard_years(), value: formatExperience(user.yearsExperience) },
    { name: m.dashboard_pay(), value: user.expectedPay && formatExpectedPay(user.expectedPay) },
    { name: m.dashboard_zip(), value: user.zipCode },
  ];
  return facts.map(({ name, value }) => ({ name, value: value || m.dashboard_not_provided() }));
}
