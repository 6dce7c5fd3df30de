// Reads a graph in API format from a file or standard input: bare, or in the body that a client submits. Large seeds keep
// all digits.

import { text as textOf } from "node:stream/consumers";
import {
  parseJson,
  readText,
  reasonOf,
  withoutByteOrderMark,
  type Graph,
  type GraphNode,
  type InputValue,
} from "@pictor/kernel";
import { isRecord } from "@pictor/host/records";
import type { InputStream } from "../../base/streams.js";
import { UsageError } from "../../base/usage-error.js";

const formatHint = 'The API format is expected: {"1": {"class_type": "...", "inputs": {...}}, ...}.';

function readNode(id: string, node: unknown, where: string): GraphNode {
  if (!isRecord(node))
    throw new UsageError("USAGE_FILE", `${where}: node "${id}" is not an object.`, formatHint);
  const { class_type: classType, inputs } = node;
  if (typeof classType !== "string")
    throw new UsageError("USAGE_FILE", `${where}: node "${id}" has no class_type.`, formatHint);
  if (!isRecord(inputs))
    throw new UsageError("USAGE_FILE", `${where}: node "${id}" has no inputs.`, formatHint);
  // Values are not checked here; the validation against the catalog reports invalid ones.
  return { class_type: classType, inputs: inputs as Readonly<Record<string, InputValue>> };
}

/** Throws a UsageError if the text is not a graph in API format; `where` names the source. */
export function parseGraph(text: string, where: string): Graph {
  let value: unknown;
  try {
    value = parseJson(withoutByteOrderMark(text));
  } catch (error) {
    throw new UsageError("USAGE_FILE", `${where} is not valid JSON: ${reasonOf(error)}.`, formatHint, error);
  }
  if (!isRecord(value)) throw new UsageError("USAGE_FILE", `${where} holds no graph.`, formatHint);
  if (Array.isArray(value["nodes"]) && Array.isArray(value["links"])) {
    const what = `${where} is in the format of the graph editor (lists of nodes and links), which no server runs.`;
    const hint = "Name the workflow that converts it: `pictor validate custom --set graph=FILE`.";
    throw new UsageError("USAGE_FILE", what, hint);
  }
  const { prompt, output, workflow } = value;
  // The graph editor gives programs both forms.
  if (isRecord(output) && output["class_type"] === undefined && isRecord(workflow))
    return readNodes(output, where);
  if (isRecord(prompt) && prompt["class_type"] === undefined) return readNodes(prompt, where);
  return readNodes(value, where);
}

function readNodes(value: Readonly<Record<string, unknown>>, where: string): Graph {
  const entries = Object.entries(value);
  if (entries.length === 0) throw new UsageError("USAGE_FILE", `${where} holds no node.`, formatHint);
  return Object.fromEntries(entries.map(([id, node]) => [id, readNode(id, node, where)]));
}

/** Reads the graph from a file, or with `-` from standard input. */
export async function readGraph(path: string, stdin: InputStream): Promise<Graph> {
  if (path === "-") return parseGraph(await textOf(stdin), "The graph on standard input");
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    const hint = "Correct the path; `-` reads standard input.";
    throw new UsageError("USAGE_FILE", `${path} cannot be read: ${reasonOf(error)}.`, hint, error);
  }
  return parseGraph(text, path);
}
