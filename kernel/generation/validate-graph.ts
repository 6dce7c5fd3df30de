// Checks a graph against a backend's catalogue before it is submitted. Pure; every problem is named, not just the first.

import type { Catalog, InputSpec, NodeClass } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import type { PictorError } from "../errors/define.js";
import { describe } from "../errors/explain-ajv.js";
import { didYouMean } from "../errors/nearest.js";
import { isLink } from "./structure.js";
import type { Graph, GraphNode, InputValue, Link, WorkflowDraft } from "./types.js";

type Finding = readonly [problem: string, advice: string];

const asList = (options: readonly unknown[]): string =>
  options.length > 12 ? `${options.slice(0, 12).join(", ")}, ... (${options.length})` : options.join(", ");

/** `*` fits everything; unions such as `IMAGE,MASK` fit when they share a type. */
function typesFit(given: string, wanted: string): boolean {
  if (
    given === wanted ||
    given === "*" ||
    wanted === "*" ||
    given.startsWith("COMFY_") ||
    wanted.startsWith("COMFY_")
  )
    return true;
  const accepted = new Set(wanted.split(","));
  return given.split(",").some((type) => accepted.has(type));
}

function checkLinkType(
  [source, output]: Link,
  spec: InputSpec,
  graph: Graph,
  catalog: Catalog,
): Finding | undefined {
  const from = catalog.get(graph[source]?.class_type ?? "");
  if (from === undefined) return undefined;
  const given = from.outputs[output];
  if (given === undefined) {
    return [
      `"${source}" (${from.name}) has no output ${output}`,
      `It has ${from.outputs.length}, counted from 0.`,
    ];
  }
  if (typesFit(given, spec.type)) return undefined;
  return [`it takes ${spec.type}, and "${source}" gives ${given}`, `Connect an output of type ${spec.type}.`];
}

const numeric = (value: InputValue): boolean => typeof value === "number" || typeof value === "bigint";
const accepts: Readonly<Record<string, (value: InputValue) => boolean>> = {
  INT: (value) => typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value)),
  FLOAT: numeric,
  STRING: (value) => typeof value === "string",
  BOOLEAN: (value) => typeof value === "boolean",
};

function checkLiteral(value: InputValue, spec: InputSpec): Finding | undefined {
  if (spec.options !== undefined) {
    if (spec.lenient || spec.options.includes(value as string)) return undefined;
    const known = spec.options.filter((option) => typeof option === "string");
    const near = typeof value === "string" ? didYouMean(value, known) : "";
    return [`${describe(value)} is not offered`, `Allowed: ${asList(spec.options)}.${near}`];
  }
  const accept = accepts[spec.type];
  if (accept === undefined)
    return [`it needs a connection of type ${spec.type}`, `Connect an output of type ${spec.type}.`];
  if (!accept(value)) return [`expected ${spec.type}, found ${describe(value)}`, "Correct the value."];
  if (!numeric(value)) return undefined;
  const number = value as number | bigint;
  if (spec.min !== undefined && number < spec.min)
    return [`${number} is below ${spec.min}`, `Use at least ${spec.min}.`];
  if (spec.max !== undefined && number > spec.max)
    return [`${number} is above ${spec.max}`, `Use at most ${spec.max}.`];
  return undefined;
}

function checkNode(
  node: GraphNode,
  known: NodeClass,
  graph: Graph,
  catalog: Catalog,
): ReadonlyMap<string, Finding> {
  const findings = new Map<string, Finding>();
  for (const spec of known.inputs) {
    const value = node.inputs[spec.name];
    if (value === undefined) {
      // Dynamic inputs are written flattened, `images.image0`; their minimum is the server's business.
      const isFlattened = Object.keys(node.inputs).some((name) => name.startsWith(`${spec.name}.`));
      if (spec.required && !isFlattened)
        findings.set(spec.name, ["it is missing", "The server applies no defaults."]);
      continue;
    }
    const finding = isLink(value) ? checkLinkType(value, spec, graph, catalog) : checkLiteral(value, spec);
    if (finding !== undefined) findings.set(spec.name, finding);
  }
  return findings;
}

/** Classes of the graph that the catalogue does not know. */
export const unknownClasses = (graph: Graph, catalog: Catalog): readonly string[] => [
  ...new Set(
    Object.values(graph)
      .map((node) => node.class_type)
      .filter((name) => !catalog.has(name)),
  ),
];

/** Every problem of a draft's graph. A message names the user's setting where the template knows it, else node and input. */
export function validateGraph({ graph, origins }: WorkflowDraft, catalog: Catalog): readonly PictorError[] {
  return Object.entries(graph).flatMap(([id, node]) => {
    const known = catalog.get(node.class_type);
    if (known === undefined) {
      const advice = `Install the extension that provides it.${didYouMean(node.class_type, catalog.keys())}`;
      const problem = `the backend has no node class "${node.class_type}"`;
      return [fault("GRAPH_INVALID", { where: id, problem, advice }, { more: { node: id } })];
    }
    return [...checkNode(node, known, graph, catalog)].map(([input, [problem, advice]]) => {
      const setting = origins[`${id}.${input}`];
      const place = `${id}.${input} (${node.class_type})`;
      const where = setting === undefined ? place : `the setting "${setting}"`;
      const more = { node: id, input, ...(setting === undefined ? {} : { setting }) };
      return fault("GRAPH_INVALID", { where, problem, advice }, { more });
    });
  });
}
