// The graph editor's file as a graph that a server runs.

import type { Catalog, Graph, GraphNode } from "@pictor/kernel/plugin";
import type { EditorGraph } from "../editor/types.js";
import { coreId, missingClass, presentClass } from "./missing.js";
import { convertNode } from "./node.js";
import { connectsUnseen, ownNodeOf } from "./own-nodes.js";
import { neededNodes } from "./prune.js";
import { expand, type Placed } from "./scope.js";
import { shownOf } from "./shown.js";
import { tracer, type Source } from "./trace.js";
import type { Conversion, MissingClass, PresentClass, Refusal, ShownField } from "./types.js";

const isGroupNode = (type: string): boolean => /^workflow[>/]/.test(type);

function install({ extension, range, commit }: MissingClass): string {
  const wanted = commit === undefined ? range : `commit ${commit.slice(0, 7)}`;
  const version = wanted === "*" ? "" : ` (${wanted})`;
  if (extension === coreId) return `It is a class of ComfyUI itself: update that${version}.`;
  const what = extension === undefined ? "the extension that provides it" : `${extension}${version}`;
  return `Install ${what}, or use the editor's export in API format.`;
}

const save = "Put it right in the graph editor, or use its export in API format.";

const usedIn = (graph: Graph, missing: ReadonlyMap<string, MissingClass>): readonly MissingClass[] => {
  const used = new Set(Object.values(graph).map(({ class_type: name }) => name));
  return [...missing.values()].filter(({ nodeClass }) => used.has(nodeClass));
};

/** The texts in which the editor makes choices. */
const choosingInputs = (placed: readonly Placed[], catalog: Catalog) =>
  placed.flatMap(({ id, node }) =>
    (catalog.get(node.type)?.inputs ?? []).flatMap(({ name, byHand }) =>
      byHand?.chooses === true ? [[id, name] as const] : [],
    ),
  );

/**
 * Sub-graphs are taken apart (`outer:inner` are the ids of what is in them), muted nodes go, bypassed ones and the
 * editor's own are replaced by what they pass on, and values get the names of the inputs they stand for. The catalogue
 * must be that of the server the graph is for: only it tells which values are whose.
 */
export function convert(graph: EditorGraph, catalog: Catalog): Conversion {
  const expanded = expand(graph);
  const refusals: Refusal[] = [...expanded.refusals];
  const notes: string[] = [];
  const missing = new Map<string, MissingClass>();
  const present = new Map<string, PresentClass>();
  const nodes = new Map<string, GraphNode>();
  const shown: ShownField[] = [];
  const trace = tracer(expanded, catalog);
  const running = expanded.running.filter(({ node }) => ownNodeOf(node, catalog) === undefined);

  for (const placed of running) {
    const { id, node, scope } = placed;
    const known = catalog.get(node.type);
    if (known === undefined && isGroupNode(node.type)) {
      const problem = `"${node.type}" is a group node, which newer editors have no more`;
      refusals.push({ node: id, problem, advice: "Make a sub-graph of it in the graph editor." });
      continue;
    }
    if (connectsUnseen(node)) {
      const problem = `"${node.type}" connects nodes without lines, which only the editor sees`;
      refusals.push({
        node: id,
        problem,
        advice: "Draw the lines, or use the editor's export in API format.",
      });
      continue;
    }
    const sources = new Map<string, Source>();
    for (const input of node.inputs)
      if (input.link !== undefined) sources.set(input.name, trace(scope, input));
    const converted = convertNode(placed, known, sources);
    const unknown = known === undefined ? missingClass(node) : undefined;
    if (unknown !== undefined) missing.set(node.type, unknown);
    const provided = known === undefined ? undefined : presentClass(node, known);
    if (provided !== undefined) present.set(node.type, provided);
    nodes.set(id, converted.node);
    if (converted.problem !== undefined) {
      const { problem } = converted;
      const cause = converted.lacksClass === true ? unknown : undefined;
      refusals.push(
        cause === undefined
          ? { node: id, problem, advice: save }
          : { node: id, problem, advice: install(cause), missing: cause },
      );
      continue;
    }
    notes.push(...converted.notes);
    shown.push(...shownOf(placed, known, sources));
  }
  const converted = Object.fromEntries(nodes);
  const needed = neededNodes(converted, catalog);
  // What no output needs is left out later, and may be as wrong as it is.
  const standing = refusals.filter(
    ({ node }) => node === undefined || !nodes.has(node) || needed[node] !== undefined,
  );
  if (standing.length > 0) return { ok: false, refusals: standing, missing: usedIn(needed, missing) };
  return {
    ok: true,
    graph: converted,
    notes,
    missing: [...missing.values()],
    present: [...present.values()],
    choosing: choosingInputs(running, catalog),
    shown,
  };
}
