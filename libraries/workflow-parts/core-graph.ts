// The editor of a graph as this library uses it: it knows the core's node classes, and the loaders of two extensions.

import type { GraphEditor } from "@pictor/kernel/plugin";
import type { CoreNodes } from "./core-nodes.gen.js";

/** Of ComfyUI-GGUF and of ComfyUI_bitsandbytes_NF4. A template that uses them says so in its `nodeClasses`. */
type LoaderExtensions = {
  UnetLoaderGGUF: { inputs: { unet_name: string }; outputs: ["MODEL"] };
  CheckpointLoaderNF4: { inputs: { ckpt_name: string }; outputs: ["MODEL", "CLIP", "VAE"] };
};

export type CoreGraph = GraphEditor<CoreNodes & LoaderExtensions>;

/** The same editor for classes that are known only when it runs. */
export const untyped = (graph: CoreGraph): GraphEditor => graph;
