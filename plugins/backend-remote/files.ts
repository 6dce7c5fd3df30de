// Finding the files in what a node reports: `executed.output` on the socket and `outputs[node]` in the history.

import type { NodeId, OutputFile } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "./fields.js";
import { mimeOf } from "./mime.js";
import type { FilePlace, Routes } from "./routes.js";

type View = Routes["view"];

const areas = ["output", "temp", "input"] as const;

/**
 * The files of one node's output. The keys are of no use (core nodes say `images` even for videos, packs invent their
 * own), so every array element with a string `filename` is a file. A missing `type` means `output`, as for `/view`.
 */
export function filesOf(node: NodeId, output: unknown, view: View): readonly OutputFile[] {
  return Object.values(fieldsOf(output))
    .flatMap(itemsOf)
    .flatMap((item) => fileOf(node, item, view));
}

/** Whether a node's output holds words or numbers to be shown, under whatever key: `{ "text": ["..."] }` from core nodes. */
export const showsWords = (output: unknown): boolean =>
  Object.values(fieldsOf(output))
    .flatMap(itemsOf)
    .some((item) => typeof item === "string" || typeof item === "number");

function fileOf(node: NodeId, item: unknown, view: View): readonly OutputFile[] {
  const { filename, subfolder, type } = fieldsOf(item);
  const area = type === undefined ? "output" : areas.find((known) => known === type);
  if (typeof filename !== "string" || filename === "" || area === undefined) return [];
  const place: FilePlace = { filename, subfolder: textOf(subfolder) ?? "", area };
  return [{ node, ...place, mime: mimeOf(filename), address: view(place) }];
}
