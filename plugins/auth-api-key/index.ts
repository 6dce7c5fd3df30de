// Wires the scheme `api-key`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createAddApiKey, status } from "./api-key.js";

export default definePlugin(() => ({
  handlers: { addApiKey: createAddApiKey() },
  provides: { authSchemes: { "api-key": { status } } },
}));
