import { type ReactNode, useId } from "react";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

type TitledCardProps = {
  title: string;
  /** Next to the title: a number, a tag, a small button. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A card of a wide page: a section labeled by its title. */
export function TitledCard({ title, aside, children }: TitledCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack>
        <Row spread top>
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {aside}
        </Row>
        {children}
      </Stack>
    </Card>
  );
}
