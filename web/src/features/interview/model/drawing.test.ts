// @vitest-environment node
import { expect, test } from "vitest";
import { drawMachine } from "../testing/drawMachine.ts";
import { interviewMachine } from "./machine.ts";

const HEAD = `# The interview room, state by state

Generated from the state machine (\`web/src/features/interview/model/machine.ts\`) by a test that fails when the two differ;
\`make room-drawing\` redraws it. Timings are in \`timing.ts\`, guards in \`base.ts\`.

`;

test("the diagram in the documentation matches this machine", async () => {
  const drawing = `${HEAD}\`\`\`mermaid\n${drawMachine(interviewMachine)}\n\`\`\`\n`;
  await expect(drawing).toMatchFileSnapshot("../../../../../docs/interview-room.md");
});
