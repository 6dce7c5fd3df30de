// Wires the add-on `regional-prompt`.

import { definePlugin } from "@pictor/kernel/plugin";
import { promptRegions } from "./regions.js";

export default definePlugin(({ files }) => ({ handlers: { promptRegions: promptRegions(files) } }));
