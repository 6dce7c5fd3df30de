// Wires the prompt syntax.

import { homedir } from "node:os";
import { definePlugin } from "@pictor/kernel/plugin";
import { folderOf } from "./folder.js";
import { createResolvePrompts } from "./resolve-prompts.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config }) => {
  const folder = folderOf((config as Config).wildcards, homedir(), process.cwd());
  return { handlers: { resolvePrompts: createResolvePrompts(folder) } };
});
