// What a file holds: a graph in API format, or one of the graph editor's, as JSON or inside of a picture.

import { parseJson, reasonOf } from "@pictor/kernel/plugin";
import type { Graph, GraphNode, InputFile, InputValue } from "@pictor/kernel/plugin";
import { readPicture } from "@pictor/picture-metadata";
import { isEditorGraph, readEditorGraph } from "./editor/read.js";
import type { EditorGraph } from "./editor/types.js";
import { notAGraph } from "./faults.js";
import { fieldsOf, isFields, textOf } from "./fields.js";

export type GraphSource =
  { readonly kind: "api"; readonly graph: Graph } | { readonly kind: "editor"; readonly graph: EditorGraph };

/** Bytes; the largest files of the editor's have a few million. */
const mostBytes = 1 << 26;

const isPicture = ([first, second]: Uint8Array): boolean =>
  (first === 0x89 && second === 0x50) ||
  (first === 0x52 && second === 0x49) ||
  (first === 0xff && second === 0xd8);

async function firstBytes(file: InputFile): Promise<Uint8Array> {
  for await (const piece of file.open()) if (piece.length > 0) return piece;
  return new Uint8Array();
}

async function wholeText(file: InputFile, name: string): Promise<string> {
  if ((file.length ?? 0) > mostBytes) throw notAGraph(name, "it is too large");
  const pieces: Uint8Array[] = [];
  for await (const piece of file.open()) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function nodeOf(id: string, value: unknown, file: string): GraphNode {
  const { class_type: nodeClass, inputs, _meta: meta } = fieldsOf(value);
  const title = textOf(fieldsOf(meta)["title"]);
  if (typeof nodeClass !== "string" || !isFields(inputs)) {
    const reason = `its node "${id}" has no ${typeof nodeClass === "string" ? "inputs" : "class_type"}`;
    throw notAGraph(file, reason);
  }
  return {
    class_type: nodeClass,
    inputs: inputs as Readonly<Record<string, InputValue>>,
    ...(title !== undefined && { _meta: { title } }),
  };
}

/** A graph alone, or as it is submitted: beside other things, under `prompt`. */
function sourceOf(value: unknown, file: string): GraphSource {
  if (isEditorGraph(value)) return { kind: "editor", graph: readEditorGraph(value) };
  const { prompt, workflow } = fieldsOf(value);
  if (isFields(prompt) && prompt["class_type"] === undefined) return sourceOf(prompt, file);
  if (isEditorGraph(workflow)) return sourceOf(workflow, file);
  const nodes = Object.entries(fieldsOf(value));
  if (nodes.length === 0) throw notAGraph(file, "it has no nodes");
  return { kind: "api", graph: Object.fromEntries(nodes.map(([id, node]) => [id, nodeOf(id, node, file)])) };
}

function parsed(text: string, file: string): GraphSource {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw notAGraph(file, `it is not JSON (${reasonOf(error)})`, error);
  }
  return sourceOf(value, file);
}

/** A picture's `prompt` is what was run; its `workflow` is what the editor showed. `name` is the path for messages. */
export async function readSource(file: InputFile, name: string): Promise<GraphSource> {
  if (!isPicture(await firstBytes(file))) return parsed(await wholeText(file, name), name);
  let texts: Readonly<{ prompt?: string; workflow?: string }>;
  try {
    texts = await readPicture(file.open());
  } catch (error) {
    throw notAGraph(name, reasonOf(error), error);
  }
  const text = texts.prompt ?? texts.workflow;
  if (text !== undefined) return parsed(text, name);
  throw notAGraph(name, "the picture says nothing of how it was made");
}
