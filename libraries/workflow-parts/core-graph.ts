// The graph editor of this library: with types for ComfyUI's core node classes and the loaders of two extensions.

import type { GraphEditor } from "@pictor/kernel/plugin";
import type { CoreNodes } from "./core-nodes.gen.js";

/** Loaders of ComfyUI-GGUF and ComfyUI_bitsandbytes_NF4. A template that uses them declares both in its `nodeClasses`. */
type ExtensionLoaders = {
  UnetLoaderGGUF: { inputs: { unet_name: string }; outputs: ["MODEL"] };
  CheckpointLoaderNF4: { inputs: { ckpt_name: string }; outputs: ["MODEL", "CLIP", "VAE"] };
};

/** A graph editor whose node classes, inputs and links are checked by the compiler. */
export type CoreGraphEditor = GraphEditor<CoreNodes & ExtensionLoaders>;

/** The same editor for node classes that are known only at run time. */
export const asUntyped = (graph: CoreGraphEditor): GraphEditor => graph;
