// The node classes of this package as one library for a ComfyUI-compatible server.
import type { NodeLibrary } from "@pictor/comfyui-graph/types";
import { readModelFiles } from "./files/model-files.js";
import { catalog } from "./nodes/catalog.js";

/** A bundle of this package must keep the name of this file, because worker threads import it by its URL. */
const file = import.meta.url.endsWith(".ts") ? "./node-library.ts" : "./node-library.js";

const nodes: NodeLibrary = {
  classes: catalog,
  get modelFiles() {
    return readModelFiles();
  },
  module: new URL(file, import.meta.url).href,
};
export default nodes;
