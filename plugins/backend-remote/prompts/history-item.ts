// The server's record of a prompt that has ended: one item of GET /history/{prompt_id}.

import { asString, recordOrEmpty } from "@pictor/kernel/plugin";
import type { NodeId, NodeText, OutputFile, PromptState } from "@pictor/kernel/plugin";
import { itemsOf, textsOf } from "../base/json-fields.js";
import type { Routes } from "../server/routes.js";
import { parseNodeError } from "./node-error.js";
import { outputFilesOf, outputTextOf } from "./output-files.js";

/**
 * The classes that list a file or send an image in every successful run. Other classes list no file, or it is unknown
 * whether they do.
 */
const fileClasses: ReadonlySet<string> = new Set([
  ...[
    "SaveImage",
    "PreviewImage",
    "MaskPreview",
    "SaveImageWebsocket",
    "SaveLatent",
    "SaveSVGNode",
    "SaveGLB",
  ],
  ...["SaveAnimatedPNG", "SaveAnimatedWEBP", "SaveWEBM", "SaveVideo"],
  ...["SaveAudio", "SaveAudioMP3", "SaveAudioOpus", "PreviewAudio"],
]);

/**
 * The item of a prompt in a reply. Undefined for `{}`, which means that the history does not have the prompt (yet, or any
 * longer), and for a null item, which would otherwise be read as a success.
 */
export const historyItemOf = (history: unknown, promptId: string): unknown =>
  Object.hasOwn(recordOrEmpty(history), promptId)
    ? (recordOrEmpty(history)[promptId] ?? undefined)
    : undefined;

/**
 * The final state that an item reports. The messages decide, because `status_str` is `error` for an interruption and
 * `success` for some failures. Messages are `[kind, data]` pairs; one of them is execution_success, execution_error or
 * execution_interrupted, and execution_cached names the nodes that did not run again.
 */
export function finalStateOf(item: unknown, view: Routes["view"]): PromptState {
  const outputs = outputFilesOfItem(item, view);
  const { status_str, messages } = recordOrEmpty(recordOrEmpty(item)["status"]);
  const dataByKind = new Map(itemsOf(messages).map((message) => [itemsOf(message)[0], itemsOf(message)[1]]));
  if (dataByKind.has("execution_interrupted")) return { state: "interrupted", outputs };
  if (!dataByKind.has("execution_error") && status_str !== "error") {
    const cached = textsOf(recordOrEmpty(dataByKind.get("execution_cached"))["nodes"]);
    const texts = textsOfItem(item);
    const shown = texts.map(({ node }) => node);
    return { state: "succeeded", outputs, shown, texts, silent: silentNodesOf(item), cached };
  }
  return { state: "failed", outputs, error: parseNodeError(dataByKind.get("execution_error")) };
}

/**
 * The output of each node, with the node's id in the submitted graph. A failed run has the outputs from before the failure.
 */
function nodeOutputsOf(item: unknown): readonly (readonly [NodeId, unknown])[] {
  const { prompt, outputs, meta } = recordOrEmpty(item);
  const graph = recordOrEmpty(itemsOf(prompt)[2]);
  return Object.entries(recordOrEmpty(outputs)).map(([node, output]) => [
    graphNodeOf(node, graph, recordOrEmpty(meta)[node]),
    output,
  ]);
}

const outputFilesOfItem = (item: unknown, view: Routes["view"]): readonly OutputFile[] =>
  nodeOutputsOf(item).flatMap(([node, output]) => outputFilesOf(node, output, view));

const textsOfItem = (item: unknown): readonly NodeText[] =>
  nodeOutputsOf(item).flatMap(([node, output]) => outputTextOf(node, output) ?? []);

/** The executed output nodes whose class is not among `fileClasses`. */
function silentNodesOf(item: unknown): readonly NodeId[] {
  const prompt = itemsOf(recordOrEmpty(item)["prompt"]);
  const graph = recordOrEmpty(prompt[2]);
  return textsOf(prompt[4]).filter((id) => {
    const nodeClass = asString(recordOrEmpty(graph[id])["class_type"]);
    return nodeClass !== undefined && !fileClasses.has(nodeClass);
  });
}

/**
 * A node that was created during the run counts as the node that created it. After a cache hit, `meta` can describe another
 * graph.
 */
function graphNodeOf(node: NodeId, graph: Readonly<Record<string, unknown>>, meta: unknown): NodeId {
  const creator = asString(recordOrEmpty(meta)["display_node"]);
  return !Object.hasOwn(graph, node) && creator !== undefined && Object.hasOwn(graph, creator)
    ? creator
    : node;
}
