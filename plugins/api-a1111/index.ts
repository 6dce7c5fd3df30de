// Connects the API `a1111`: /sdapi/v1/ is the API of the AUTOMATIC1111 web UI.

import { definePlugin } from "@pictor/kernel/plugin";
import type { Config } from "./settings.gen.js";
import { createWebApi } from "./web-api.js";

export default definePlugin(({ config, clock }) => {
  const { backend } = config as Config;
  return { provides: { apis: { a1111: createWebApi({ backend, clock }) } } };
});
