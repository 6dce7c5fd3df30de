// Finds the files in a node's output: `executed.output` on the socket and `outputs[node]` in the history.

import { asString, mediaTypeOf, recordOrEmpty } from "@pictor/kernel/plugin";
import type { NodeId, NodeText, OutputFile } from "@pictor/kernel/plugin";
import { itemsOf } from "../base/json-fields.js";
import type { FileLocation, Routes } from "../server/routes.js";

type View = Routes["view"];

const areas = ["output", "temp", "input"] as const;

/**
 * The files in one node's output. The keys do not determine the kind of file (core nodes write `images` even for videos, and
 * extensions invent their own), so every array element with a string `filename` counts. A missing `type` means `output`,
 * as it does for `/view`.
 */
export function outputFilesOf(node: NodeId, output: unknown, view: View): readonly OutputFile[] {
  return Object.values(recordOrEmpty(output))
    .flatMap(itemsOf)
    .flatMap((item) => outputFileOf(node, item, view));
}

/**
 * The texts and numbers in one node's output, under any key: core nodes write `{ "text": ["..."] }`. Undefined if there are
 * none.
 */
export function outputTextOf(node: NodeId, output: unknown): NodeText | undefined {
  const parts = Object.values(recordOrEmpty(output))
    .flatMap(itemsOf)
    .filter((item) => typeof item === "string" || typeof item === "number");
  return parts.length === 0 ? undefined : { node, text: parts.join("\n") };
}

function outputFileOf(node: NodeId, item: unknown, view: View): readonly OutputFile[] {
  const { filename, subfolder, type } = recordOrEmpty(item);
  const area = type === undefined ? "output" : areas.find((known) => known === type);
  if (typeof filename !== "string" || filename === "" || area === undefined) return [];
  const location: FileLocation = { filename, subfolder: asString(subfolder) ?? "", area };
  return [{ node, ...location, mime: mediaTypeOf(filename), address: view(location) }];
}
