/** Live gallery of all UI components: http://127.0.0.1:5173/parts.html while `make dev` runs. Not part of the build. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "#/ui/tokens.css";
import "#/ui/base.css";
import "#/ui/fonts.css";
import { TooltipGroup } from "#/ui/Tooltip/Tooltip.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { controls } from "./controls.tsx";
import { shown } from "./shown.tsx";
import { surroundings } from "./surroundings.tsx";

/** The states of each component, by the name of its folder in ui/. */
const STORIES = Object.entries({ ...controls, ...shown, ...surroundings }).sort(([one], [other]) => one.localeCompare(other));

function Parts() {
  return (
    <TooltipGroup>
      <Wide as="main">
        <Stack gap="xl">
          <Heading level={1}>Parts</Heading>
          {STORIES.map(([name, Story]) => (
            <section key={name} aria-label={name} data-part={name}>
              <Stack gap="s">
                <Heading level={2} size={3}>
                  {name}
                </Heading>
                <Story />
              </Stack>
            </section>
          ))}
        </Stack>
      </Wide>
    </TooltipGroup>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Parts />
    </StrictMode>,
  );
