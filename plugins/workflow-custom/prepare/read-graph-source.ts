// Reads the graph of a file: in API format or of the graph editor, as JSON or in the metadata of an image, a video or a sound.

import {
  isRecord,
  parseJson,
  reasonOf,
  asString,
  recordOrEmpty,
  utf16Problem,
  withoutByteOrderMark,
  nodeClassesIn,
} from "@pictor/kernel/plugin";
import type { Graph, GraphNode, InputFile, InputValue } from "@pictor/kernel/plugin";
import { detectReadFormat, readImageMetadata } from "@pictor/image-metadata";
import type { EditorGraph } from "../editor/editor-graph.js";
import { isEditorGraph, readEditorGraph } from "../editor/read-editor-graph.js";
import { notAGraphError } from "../faults.js";

export type GraphSource =
  { readonly kind: "api"; readonly graph: Graph } | { readonly kind: "editor"; readonly graph: EditorGraph };

/** The node classes of the graph. In a graph of the editor, some of them exist in the editor alone. */
export function classesOf(source: GraphSource): readonly string[] {
  if (source.kind === "api") return nodeClassesIn(source.graph);
  const { nodes, subgraphs, groupNodes } = source.graph;
  const sheets = [nodes, ...[...subgraphs.values()].map((subgraph) => subgraph.nodes)];
  const groups = [...groupNodes.values()].map((group) => group.nodes);
  const types = [...sheets.map((sheet) => [...sheet.values()]), ...groups].flat().map(({ type }) => type);
  return unique(types.filter((type) => !subgraphs.has(type)));
}

/** The number of nodes in the file; of a subgraph, those of its definition. */
export const nodeCount = ({ graph, kind }: GraphSource): number =>
  kind === "api"
    ? Object.keys(graph).length
    : [graph, ...graph.subgraphs.values()].reduce((sum, { nodes }) => sum + nodes.size, 0);

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** Limit of the file in bytes. The largest files of the editor have a few million. */
const maxJsonBytes = 1 << 24;

/** Enough to tell the format of a file. */
const firstBytes = 16;

async function readFirstBytes(file: InputFile): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  for await (const piece of file.open()) {
    bytes = Buffer.concat([bytes, piece]);
    if (bytes.length >= firstBytes) break;
  }
  return bytes;
}

async function readText(file: InputFile, path: string): Promise<string> {
  if ((file.length ?? 0) > maxJsonBytes)
    throw notAGraphError(path, `it is larger than ${maxJsonBytes} bytes`);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.open()) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/**
 * Any file of the machine may be named, so an error repeats nothing of its content: V8's messages quote it, and a
 * member may be named after a secret.
 */
function placeInText(error: unknown): string {
  const { message } = error as SyntaxError;
  const place =
    /\b(?:line \d+ column|at position) \d+/.exec(message)?.[0] ?? /^it has more than .*$/.exec(message)?.[0];
  return place === undefined ? "" : ` (${place})`;
}
const shownNode = (id: string, index: number): string =>
  /^\d+(?::\d+)*$/.test(id) ? `node "${id}"` : `member number ${index + 1}`;

function toGraphNode(name: string, value: unknown, path: string): GraphNode {
  const { class_type: nodeClass, inputs, _meta: meta } = recordOrEmpty(value);
  const title = asString(recordOrEmpty(meta)["title"]);
  if (typeof nodeClass !== "string" || !isRecord(inputs)) {
    const lacking = typeof nodeClass === "string" ? "inputs" : "class_type";
    throw notAGraphError(path, `its ${name} has no ${lacking}`);
  }
  return {
    class_type: nodeClass,
    inputs: inputs as Readonly<Record<string, InputValue>>,
    ...(title !== undefined && { _meta: { title } }),
  };
}

/**
 * Finds the graph in a JSON value: the value is a graph, or an object with a graph in `prompt` (as a client submits
 * it), `output` (as the editor gives it to programs) or `workflow`.
 */
function toGraphSource(value: unknown, path: string): GraphSource {
  if (isEditorGraph(value)) return { kind: "editor", graph: readEditorGraph(value) };
  const { prompt, output, workflow } = recordOrEmpty(value);
  if (isRecord(output) && output["class_type"] === undefined && isRecord(workflow))
    return toGraphSource(output, path);
  if (isRecord(prompt) && prompt["class_type"] === undefined) return toGraphSource(prompt, path);
  if (isEditorGraph(workflow)) return toGraphSource(workflow, path);
  const nodes = Object.entries(recordOrEmpty(value));
  if (nodes.length === 0) throw notAGraphError(path, "it has no nodes");
  const graph = Object.fromEntries(
    nodes.map(([id, node], index) => [id, toGraphNode(shownNode(id, index), node, path)]),
  );
  return { kind: "api", graph };
}

function parseGraphSource(text: string, path: string): GraphSource {
  let value: unknown;
  try {
    value = parseJson(withoutByteOrderMark(text));
  } catch (error) {
    throw notAGraphError(path, utf16Problem(text) ?? `it is not JSON${placeInText(error)}`);
  }
  return toGraphSource(value, path);
}

/** Prefers the text `prompt` of an image, which was run, to `workflow`, which the editor showed. `path` is for messages. */
export async function readGraphSource(file: InputFile, path: string): Promise<GraphSource> {
  if (detectReadFormat(await readFirstBytes(file)) === undefined)
    return parseGraphSource(await readText(file, path), path);
  let metadata: Readonly<{ prompt?: string; workflow?: string }>;
  try {
    metadata = await readImageMetadata(file.open());
  } catch (error) {
    throw notAGraphError(path, reasonOf(error), error);
  }
  const text = metadata.prompt ?? metadata.workflow;
  if (text !== undefined) return parseGraphSource(text, path);
  throw notAGraphError(path, "its metadata has no graph");
}
