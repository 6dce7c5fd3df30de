// Wires the plugin: the workflow `custom` runs the graph of a file.

import { definePlugin } from "@pictor/kernel/plugin";
import { createPrepareGraph } from "./prepare/prepare-graph.js";

export default definePlugin((context) => ({ handlers: { prepare: createPrepareGraph(context) } }));
