// Why no server can run a graph, in the words of a server of ComfyUI. Pure.

import { fault, type Graph, type GraphProblem, type PictorError } from "@pictor/kernel/plugin";
import { describeLack, type Lack } from "./lacks.js";

/** What one server lacks of the needs of a graph. */
export interface Judgement {
  readonly member: string;
  readonly problems: readonly Lack[];
  /** The problems in words, and what else is missing, such as extensions. */
  readonly lacks: readonly string[];
}

/** The most members that are named. */
const longestNamed = 5;

/** The names of members: `one, two, three, four, five and 3 more`. */
export function listOf(members: readonly string[]): string {
  const named = members.slice(0, longestNamed).join(", ");
  const more = members.length - longestNamed;
  return more > 0 ? `${named} and ${more} more` : named;
}

const whoLack = (members: readonly string[]): string =>
  `${listOf(members)} ${members.length > 1 ? "lack" : "lacks"}`;

/** The names of ComfyUI for a class that a server does not have, and for a value that is not among those of an input. */
const codeOf = ({ type }: Lack): string => (type === "class" ? "missing_node_type" : "value_not_in_list");

interface SharedLack {
  readonly lack: Lack;
  readonly members: string[];
  readonly places: Pick<GraphProblem, "node" | "input">[];
}

/** One problem for each node and input that at least one of the servers cannot serve. */
function problemsOf(graph: Graph, judgements: readonly Judgement[]): readonly GraphProblem[] {
  const lacking = new Map<string, SharedLack>();
  for (const { member, problems } of judgements)
    for (const lack of problems) {
      const key = describeLack(lack);
      const known = lacking.get(key) ?? { lack, members: [], places: [] };
      known.members.push(member);
      lacking.set(key, known);
    }
  // Goes through the graph once: it may have thousands of nodes, and each of them a lack of its own.
  for (const [node, { class_type, inputs }] of Object.entries(graph)) {
    lacking.get(describeLack({ type: "class", class: class_type }))?.places.push({ node });
    for (const [input, value] of Object.entries(inputs))
      if (typeof value === "string")
        lacking
          .get(describeLack({ type: "choice", class: class_type, input, value }))
          ?.places.push({ node, input });
  }
  return [...lacking].flatMap(([key, { lack, members, places }]) =>
    places.map((place) => ({
      ...place,
      classType: lack.class,
      code: codeOf(lack),
      message: `${whoLack(members)} ${key}`,
    })),
  );
}

/**
 * The words for what each server lacks: `one lacks the class FaceDetailer; two lacks ...`. Servers that lack the same
 * are named together.
 */
export function describeLacks(judgements: readonly Pick<Judgement, "member" | "lacks">[]): readonly string[] {
  const members = new Map<string, string[]>();
  for (const { member, lacks } of judgements) {
    const text = lacks.join(", ");
    members.set(text, [...(members.get(text) ?? []), member]);
  }
  return [...members].map(([text, names]) => `${whoLack(names)} ${text}`);
}

/** The error for a graph that no server can run. `who` are the servers: `member of the pool`. */
export const refusedGraph = (who: string, graph: Graph, judgements: readonly Judgement[]): PictorError =>
  fault(
    "BACKEND_REFUSED_GRAPH",
    { reason: `no ${who} can run it: ${describeLacks(judgements).join("; ")}` },
    { more: { problems: problemsOf(graph, judgements) } },
  );
