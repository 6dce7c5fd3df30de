// Pictures and masks of the person's: the file goes with the draft, its name into the node that reads it.

import type { InputFile, LinkOf } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";

export interface InputNode {
  /** Default: `LoadImage`, and `LoadMask` for a mask. */
  readonly id?: string;
  /** The user's setting that names the file. */
  readonly setting: string;
}

/** Takes a file into the draft's inputs, once. */
export function addInput(graph: CoreGraph, file: InputFile): void {
  const { inputs } = graph.draft;
  const isKnown = inputs.some(({ name, area }) => name === file.name && area === file.area);
  if (!isKnown) graph.set({ inputs: [...inputs, file] });
}

/** Adds LoadImage. Its mask is what the picture leaves transparent. */
export function loadPicture(
  graph: CoreGraph,
  file: InputFile,
  { id = "LoadImage", setting }: InputNode,
): { readonly image: LinkOf<"IMAGE">; readonly mask: LinkOf<"MASK"> } {
  addInput(graph, file);
  const loader = graph.add("LoadImage", { image: file.name }, { id, origins: { image: setting } });
  return { image: loader.out(0), mask: loader.out(1) };
}

/** Adds LoadImageMask: white is what a mask selects, so any of the colour channels will do. */
export function loadMask(
  graph: CoreGraph,
  file: InputFile,
  { id = "LoadMask", setting }: InputNode,
): LinkOf<"MASK"> {
  addInput(graph, file);
  const origins = { image: setting };
  return graph.add("LoadImageMask", { image: file.name, channel: "red" }, { id, origins }).out();
}
