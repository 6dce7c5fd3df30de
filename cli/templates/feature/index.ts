// Wires the feature: the handler that plugin.json declares.

import { definePlugin } from "@pictor/kernel/plugin";
import { addAcme } from "./nodes.ts";

export default definePlugin(() => ({ handlers: { addAcme } }));
