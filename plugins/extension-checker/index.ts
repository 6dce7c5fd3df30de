// Wires the check of extensions before a generation.

import { definePlugin } from "@pictor/kernel/plugin";
import { createCheck } from "./check-extensions.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, clock }) => ({
  handlers: { checkExtensions: createCheck(config as Config, clock) },
}));
