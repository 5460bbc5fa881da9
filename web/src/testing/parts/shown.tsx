import { Clock, MapPin } from "lucide-react";
import type { FC } from "react";
import { Art } from "#/ui/Art/Art.tsx";
import { type ArtName, drawings } from "#/ui/Art/drawings.tsx";
import { moreDrawings } from "#/ui/Art/moreDrawings.tsx";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { Due, Promised } from "#/ui/Due/Due.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { LevelMeter } from "#/ui/LevelMeter/LevelMeter.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { Meter } from "#/ui/Meter/Meter.tsx";
import { NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { HeardText } from "#/ui/HeardText/HeardText.tsx";
import { NoQuote, Quote } from "#/ui/Quote/Quote.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { ScoreTag } from "#/ui/ScoreTag/ScoreTag.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stages } from "#/ui/Stages/Stages.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { StatCards, Stats } from "#/ui/Stats/Stats.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Fact, Facts, Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import { Timer } from "#/ui/Timer/Timer.tsx";
import { TryAgainIn } from "#/ui/TryAgainIn/TryAgainIn.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { Voice } from "#/ui/Voice/Voice.tsx";

const FIGURES = [
  { label: "Interviews", value: "3" },
  { label: "Mean score", value: "84%", note: "of two" },
  { label: "Best score", value: "N/A" },
];

/** A query that is neither loading nor failed. */
const IDLE = { error: null, errorUpdateCount: 0, isError: false, isFetching: false, refetch: () => undefined };

/** Text, icons and other content. */
export const shown: Record<string, FC> = {
  Art: () => (
    <Row wrap>
      {(Object.keys({ ...drawings, ...moreDrawings }) as ArtName[]).map((name) => (
        <Art key={name} name={name} size="m" />
      ))}
    </Row>
  ),
  Brand: () => <Brand />,
  Due: () => (
    <Stack gap="xs">
      <Due state="up">By Friday</Due>
      <Due state="low">By tomorrow</Due>
      <Due state="half">By tonight</Due>
      <Due state="gone">Late</Due>
      <Promised state="up" title="A reply by Friday">
        Nine of ten came in time.
      </Promised>
    </Stack>
  ),
  Empty: () => <Empty art="pad" title="Nothing yet" text="It comes when you answer." level={3} />,
  Heading: () => (
    <>
      <Heading level={3} size="hero">
        The largest
      </Heading>
      <Heading level={3} size={1}>
        A screen
      </Heading>
      <Heading level={3} size={2}>
        A chapter
      </Heading>
      <Heading level={3}>A part</Heading>
    </>
  ),
  Icon: () => (
    <Row>
      <Icon as={Clock} size="s" />
      <Icon as={Clock} label="Time" />
    </Row>
  ),
  LevelMeter: () => (
    <Row wrap>
      <LevelMeter level={0} />
      <LevelMeter level={0.5} />
      <LevelMeter level={1} small />
    </Row>
  ),
  Levels: () => (
    <Row wrap>
      <Levels level={2} />
      <Levels level={5} />
      <Levels level={null} />
      <Levels level={null} without="awaited" />
      <Levels level={null} without="read" />
    </Row>
  ),
  Meter: () => <Meter value={0.4} label="Looking" />,
  NextSteps: () => (
    <NextSteps
      steps={[
        { title: "Say what you want", state: "done" },
        { title: "Take your interview", detail: "Ten minutes", state: "now" },
        { title: "A person decides", state: "later" },
      ]}
    />
  ),
  DescriptionList: () => (
    <DescriptionList
      items={[
        { name: "Name", value: "Rosa" },
        { name: "Email", value: "rosa.delgado.of.the.long.name@example.com" },
      ]}
    />
  ),
  Pay: () => (
    <>
      <Pay low={17.5} high={21} big />
      <Pay low={17.5} high={null} />
      <Pay low={null} high={null} />
    </>
  ),
  QueryState: () => (
    <Stack>
      <QueryState query={{ ...IDLE, data: undefined, isFetching: true }} failed="Could not be loaded">
        {() => null}
      </QueryState>
      <QueryState query={{ ...IDLE, data: undefined, isError: true, errorUpdateCount: 1 }} failed="Could not be loaded">
        {() => null}
      </QueryState>
      <QueryState query={{ ...IDLE, data: [] }} failed="Could not be loaded" empty={<Text>Nothing here yet</Text>}>
        {() => null}
      </QueryState>
      <QueryState query={{ ...IDLE, data: "Loaded", isError: true }} failed="Could not be loaded" outdated="This may be old">
        {(data) => <Text>{data}</Text>}
      </QueryState>
    </Stack>
  ),
  HeardText: () => (
    <HeardText
      text="I trained four new cooks. And seven tray."
      passages={[
        { text: "I trained four new cooks.", degree: "heard" },
        { text: "And seven tray.", degree: "doubtful" },
      ]}
      doubt="doubtful"
      language="en"
      question="Who did you train?"
      onConfirm={() => {}}
    />
  ),
  Quote: () => (
    <>
      <Quote>I trained four new cooks.</Quote>
      <NoQuote>There was not enough to go by.</NoQuote>
    </>
  ),
  Spinner: () => (
    <Row>
      <Spinner size="s" />
      <Spinner busy />
      <Spinner busy size="l" />
    </Row>
  ),
  ScoreTag: () => (
    <Row wrap>
      {[92, 71, 40, null].map((score) => (
        <ScoreTag key={score} score={score} />
      ))}
      <ScoreTag score={88} big />
    </Row>
  ),
  Skeleton: () => (
    <div aria-busy="true">
      <Skeleton width={0.6} tall />
      <Skeleton />
      <Skeleton width={0.8} />
    </div>
  ),
  PageSpinner: () => <PageSpinner />,
  Stages: () => (
    <>
      <Stages current={1} />
      <Stages current={4} />
    </>
  ),
  Stats: () => (
    <Stack>
      <Stats items={FIGURES} />
      <StatCards items={FIGURES} />
    </Stack>
  ),
  Tag: () => (
    <Row wrap>
      <Tag>Plain</Tag>
      <Tag tone="good">Good</Tag>
      <Tag tone="info">To know</Tag>
      <Tag tone="spark" live>
        Live
      </Tag>
      <Tag tone="bad">Missed</Tag>
    </Row>
  ),
  Text: () => (
    <>
      <Text size="lead">What leads</Text>
      <Text>What follows</Text>
      <Text size="small" quiet>
        And by the way
      </Text>
      <Text strong num>
        12:34
      </Text>
    </>
  ),
  CheckList: () => (
    <>
      <CheckList>
        <Tick>Pays what you asked</Tick>
        <Tick icon={Clock}>Mornings</Tick>
      </CheckList>
      <Facts>
        <Fact icon={MapPin}>1.3 miles</Fact>
      </Facts>
    </>
  ),
  Timer: () => <Timer seconds={83} />,
  TryAgainIn: () => <TryAgainIn seconds={75} />,
  VisuallyHidden: () => (
    <Text>
      Seen<VisuallyHidden>, and heard</VisuallyHidden>
    </Text>
  ),
  Voice: () => (
    <Row wrap>
      <Voice state="idle" size="m" />
      <Voice state="speaking" size="m" />
      <Voice state="listening" size="s" />
    </Row>
  ),
};
