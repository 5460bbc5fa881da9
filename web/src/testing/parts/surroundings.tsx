import { Clock } from "lucide-react";
import type { FC } from "react";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { UndoBar } from "#/ui/UndoBar/UndoBar.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";

/** Layout components that contain others. */
export const surroundings: Record<string, FC> = {
  Banner: () => (
    <Stack gap="s">
      <Banner tone="plain">Something to know.</Banner>
      <Banner tone="danger">Something went wrong.</Banner>
      <Banner tone="ink">Across the top of all.</Banner>
    </Stack>
  ),
  Card: () => (
    <Stack>
      <Card>With a shadow</Card>
      <Card line>With a line</Card>
      <Card live>Now</Card>
    </Stack>
  ),
  Column: () => (
    <Column>
      <p>One column of text.</p>
    </Column>
  ),
  BottomBar: () => (
    <BottomBar>
      <Button full>The one thing to do</Button>
    </BottomBar>
  ),
  Disclosure: () => (
    <>
      <Disclosure label="Why this fits">Three shifts match.</Disclosure>
      <Disclosure label="Why this fits" open>
        Three shifts match.
      </Disclosure>
      <Disclosure label="Other applications" plain>
        One.
      </Disclosure>
    </>
  ),
  DividedList: () => (
    <DividedList>
      <li>One</li>
      <li>Another</li>
    </DividedList>
  ),
  Row: () => (
    <Row spread>
      <span>Left</span>
      <span>Right</span>
    </Row>
  ),
  Stack: () => (
    <Stack gap="xs">
      <span>Above</span>
      <span>Below</span>
    </Stack>
  ),
  TitledCard: () => (
    <TitledCard title="A card with a title" aside={<Tag tone="info">New</Tag>}>
      What it holds.
    </TitledCard>
  ),
  UndoBar: () => (
    <UndoBar
      label="Waiting"
      icon={Clock}
      title="Declining Kyle"
      detail="Goes out in 24 seconds."
      share={0.8}
      undo="Undo"
      shortcut="U"
      busy={false}
      onUndo={() => undefined}
    />
  ),
  Callout: () => <Callout>A tip, set into the page.</Callout>,
  Wide: () => (
    <Wide split>
      <Card>Wide</Card>
      <Card>Narrow</Card>
    </Wide>
  ),
};
