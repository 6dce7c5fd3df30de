// The node classes of this package as one library for a ComfyUI-compatible server.
import type { NodeLibrary } from "@pictor/comfyui-graph/types";
import { modelFiles } from "./files/model-files.js";
import { catalog } from "./nodes/catalog.js";

/** Worker threads import this module by its URL. A bundle must keep the file name. */
const file = import.meta.url.endsWith(".ts") ? "./node-library.ts" : "./node-library.js";

const nodes: NodeLibrary = {
  classes: [...catalog.values()],
  modelFiles,
  module: new URL(file, import.meta.url).href,
};
export default nodes;
