// Wires the plugin: the syntax of prompts is resolved in every workflow.

import { definePlugin, homeFolder } from "@pictor/kernel/plugin";
import { createResolvePrompts } from "./resolve-draft-prompts.js";
import type { Config } from "./settings.gen.js";
import { resolveWildcardFolder } from "./wildcards.js";

export default definePlugin(({ config }) => {
  const folder = resolveWildcardFolder((config as Config).wildcards, homeFolder(), process.cwd());
  return { handlers: { resolvePrompts: createResolvePrompts(folder) } };
});
