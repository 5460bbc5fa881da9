import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Quote } from "#/ui/Quote/Quote.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatEmployment, formatExperience } from "./format.ts";

/** The person's job search, in their own words. */
export function SearchCard({ user }: { user: User }) {
  const wish = user.jobSearchPrompt;
  return (
    <TitledCard title={m.dashboard_search()}>
      {wish ? (
        <>
          <Quote>{wish}</Quote>
          <DescriptionList items={known(user)} />
        </>
      ) : (
        <Text quiet>{m.dashboard_search_none()}</Text>
      )}
      <Button variant="second" size="small" href="/job-search">
        {wish ? m.dashboard_search_update() : m.dashboard_search_start()}
      </Button>
    </TitledCard>
  );
}

function known({ employmentType, yearsExperience }: User) {
  return [
    { name: m.dashboard_employment(), value: formatEmployment(employmentType) ?? m.dashboard_not_provided() },
    { name: m.dashboard_years(), value: formatExperience(yearsExperience) ?? m.dashboard_not_provided() },
  ];
}
