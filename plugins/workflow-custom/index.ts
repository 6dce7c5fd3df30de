// Wires the workflow `custom`.

import { definePlugin } from "@pictor/kernel/plugin";
import { prepareWith } from "./build.js";

export default definePlugin((context) => ({ handlers: { prepare: prepareWith(context) } }));
