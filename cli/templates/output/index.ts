// Wires the output step: its handler, with the plugin's settings.

import { definePlugin } from "@pictor/kernel/plugin";
import { createStep } from "./step.ts";
import type { Config } from "./settings.gen.ts";

export default definePlugin(({ config }) => ({ handlers: { addAcme: createStep(config as Config) } }));
