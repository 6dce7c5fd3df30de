// Connects the API `comfy`: requests and sockets below /comfy/<backend>/ are passed to the server of that backend.

import { definePlugin } from "@pictor/kernel/plugin";
import { createGateway } from "./gateway.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, clock }) => {
  const { open } = config as Config;
  return { provides: { apis: { comfy: createGateway({ open, clock }) } } };
});
