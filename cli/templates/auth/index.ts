// Wires the scheme: the handler and the status that plugin.json declares.

import { definePlugin } from "@pictor/kernel/plugin";
import { addAcme, status } from "./scheme.ts";

export default definePlugin(() => ({
  handlers: { addAcme },
  provides: { authSchemes: { acme: { status } } },
}));
