import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";

/** Renders a machine as a Mermaid state diagram, with nested states and transitions. */
export function drawMachine(machine: AnyStateMachine): string {
  const nodes = [...Object.values(machine.root.states)].flatMap(withChildren);
  const lines = [...nest(machine.root), "", ...nodes.flatMap(leadsTo)];
  return ["stateDiagram-v2", ...lines.map((line) => (line ? `  ${line}` : ""))].join("\n");
}

function withChildren(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(withChildren)];
}

function nest(node: AnyStateNode): string[] {
  const states = Object.values(node.states);
  const first = node.type === "compound" ? [`[*] --> ${name(node.initial.target[0] as AnyStateNode)}`] : [];
  const inside = states.flatMap((state) => {
    const kept = nest(state);
    const head = `state "${state.key}" as ${name(state)}`;
    return kept.length > 0 ? [`${head} {`, ...kept.map((line) => `  ${line}`), "}"] : [head];
  });
  return [...first, ...inside, ...states.filter(({ type }) => type === "final").map((state) => `${name(state)} --> [*]`)];
}

function leadsTo(node: AnyStateNode): string[] {
  const all = [...(node.always ?? []), ...[...node.transitions.values()].flat()];
  return all.flatMap((transition) => (transition.target ?? []).map((target) => `${name(node)} --> ${name(target)}: ${label(transition, node)}`));
}

function name({ path }: AnyStateNode): string {
  return path.join("_");
}

function label({ eventType, guard }: AnyTransitionDefinition, node: AnyStateNode): string {
  const condition = guard ? ` [${guardName(guard)}]` : "";
  return `${happening(eventType, node)}${condition}`.trim();
}

function happening(event: string, { invoke }: AnyStateNode): string {
  if (event === "") return "at once";
  const delay = /^xstate\.after\.(\w+)\./.exec(event);
  if (delay) return `after ${delay[1]}`;
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event);
  if (actor) return `${String(invoke.find(({ id }) => id === actor[2])?.src)} ${actor[1]}`;
  return event.startsWith("xstate.done.state") ? "both done" : event;
}

function guardName(guard: unknown): string {
  if (typeof guard === "string") return guard;
  if (typeof guard === "object" && guard !== null && "type" in guard) return String(guard.type);
  const parts = (guard as { guards?: unknown[] }).guards;
  return parts ? parts.map(guardName).join(" and ") : "of its own";
}
