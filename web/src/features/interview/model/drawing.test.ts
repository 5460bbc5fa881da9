// @vitest-environment node
import { expect, test } from "vitest";
import { drawMachine } from "../testing/drawMachine.ts";
import { interviewMachine } from "./machine.ts";

const HEAD = `# Interview room states

Generated from the state machine (\`web/src/features/interview/model/machine.ts\`). A test fails if they differ;
\`make room-drawing\` updates this page. Timings are in \`timing.ts\`, guards in \`base.ts\`.

`;

test("the diagram in the documentation matches this machine", async () => {
  const drawing = `${HEAD}\`\`\`mermaid\n${drawMachine(interviewMachine)}\n\`\`\`\n`;
  await expect(drawing).toMatchFileSnapshot("../../../../../docs/interview-room.md");
});
