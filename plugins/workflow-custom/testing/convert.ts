// Converts the files of the graph editor that a test describes, with the catalog of the tests.

import type { Conversion } from "../convert/conversion.js";
import { convertEditorGraph } from "../convert/convert-graph.js";
import { readEditorGraph } from "../editor/read-editor-graph.js";
import { catalog } from "./catalog.js";
import { createSheet, createSubgraph, type NodeDescription, type SubgraphDescription } from "./editor.js";

const maxNodes = 1_000;
/** The date in file names, in local time. */
const now = new Date(2031, 1, 3, 4, 5, 6);
export const convertFile = (file: object, classes = catalog): Conversion =>
  convertEditorGraph(readEditorGraph(file), classes, maxNodes, now);

export const convertNodes = (
  nodes: readonly NodeDescription[],
  ...subgraphs: readonly SubgraphDescription[]
): Conversion =>
  convertFile({ ...createSheet(nodes), definitions: { subgraphs: subgraphs.map(createSubgraph) } });

/** Throws the reasons of a refusal. */
export function accepted(conversion: Conversion): Extract<Conversion, { readonly ok: true }> {
  if (!conversion.ok) throw new Error(JSON.stringify(conversion.refusals));
  return conversion;
}

/** A checkpoint, and a node that saves the first output of node `images`. */
export const load: NodeDescription = {
  id: 4,
  type: "CheckpointLoaderSimple",
  outputs: ["MODEL", "CLIP", "VAE"],
  values: ["a.safetensors"],
};
export const saveOf = (images: number): NodeDescription => ({
  id: 9,
  type: "SaveImage",
  inputs: { images: [images, 0] },
  types: { images: "IMAGE" },
  values: ["x"],
});
