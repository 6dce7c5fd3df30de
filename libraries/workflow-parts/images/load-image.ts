// Images and masks that the user names. The file is added to the draft's inputs, and a node of the graph loads it by name.

import type { InputFile, TypedLink } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";

/** Options of a node that loads a file. */
export interface InputNodeOptions {
  /** The node class that loads the file. Default: `LoadImage`; for a mask `LoadMask`. */
  readonly id?: string;
  /** The user's setting that names the file. */
  readonly setting: string;
}

/** Adds a file to the draft's inputs unless it is there already. */
export function addInputFile(graph: CoreGraphEditor, file: InputFile): void {
  const { inputs } = graph.draft;
  const isKnown = inputs.some(({ name, area }) => name === file.name && area === file.area);
  if (!isKnown) graph.set({ inputs: [...inputs, file] });
}

/** Adds LoadImage and returns both outputs; `mask` selects the transparent areas of the image. */
export function loadImage(
  graph: CoreGraphEditor,
  file: InputFile,
  { id = "LoadImage", setting }: InputNodeOptions,
): { readonly image: TypedLink<"IMAGE">; readonly mask: TypedLink<"MASK"> } {
  addInputFile(graph, file);
  const loader = graph.add("LoadImage", { image: file.name }, { id, origins: { image: setting } });
  return { image: loader.out(0), mask: loader.out(1) };
}

/** Adds LoadImageMask. White areas are selected, so any of the color channels is the mask. */
export function loadMask(
  graph: CoreGraphEditor,
  file: InputFile,
  { id = "LoadMask", setting }: InputNodeOptions,
): TypedLink<"MASK"> {
  addInputFile(graph, file);
  const origins = { image: setting };
  return graph.add("LoadImageMask", { image: file.name, channel: "red" }, { id, origins }).out();
}
