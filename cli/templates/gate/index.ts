// Wires the gate: its handler, with the plugin's settings.

import { definePlugin } from "@pictor/kernel/plugin";
import { createCheck } from "./check.ts";
import type { Config } from "./settings.gen.ts";

export default definePlugin(({ config }) => ({ handlers: { checkAcme: createCheck(config as Config) } }));
