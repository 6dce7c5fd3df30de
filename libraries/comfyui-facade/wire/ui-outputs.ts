// Files and texts of nodes in the form of ComfyUI's outputs: `{ images: [{ filename, subfolder, type }] }`.

import type { UiOutput } from "@pictor/comfyui-graph";
import type { NodeId, NodeText, OutputFile } from "@pictor/kernel/plugin";
import { locationOf } from "./file-location.js";

/** ComfyUI lists videos among the images and marks them as animated. */
function keyOf({ mime }: OutputFile): string {
  if (mime.startsWith("audio/")) return "audio";
  return mime.startsWith("model/") ? "3d" : "images";
}

export function uiOutputOf(files: readonly OutputFile[], texts: readonly string[]): UiOutput {
  const keys = [...new Set(files.map(keyOf))];
  const lists = keys.map(
    (key) => [key, files.filter((file) => keyOf(file) === key).map(locationOf)] as const,
  );
  return {
    ...Object.fromEntries(lists),
    ...(files.some(({ mime }) => mime.startsWith("video/")) && { animated: [true] }),
    ...(texts.length > 0 && { text: texts }),
  };
}

/** The outputs of a prompt by node, in the order in which the nodes appear. */
export function uiOutputsOf(
  files: readonly OutputFile[],
  texts: readonly NodeText[] = [],
): ReadonlyMap<NodeId, UiOutput> {
  const nodes = [...new Set([...files, ...texts].map(({ node }) => node))];
  const outputOf = (id: NodeId): UiOutput =>
    uiOutputOf(
      files.filter(({ node }) => node === id),
      texts.filter(({ node }) => node === id).map(({ text }) => text),
    );
  return new Map(nodes.map((node) => [node, outputOf(node)]));
}
