// Wires the scheme: the handler that plugin.json declares.

import { definePlugin } from "@pictor/kernel/plugin";
import { addAcme } from "./scheme.ts";

export default definePlugin(() => ({ handlers: { addAcme } }));
