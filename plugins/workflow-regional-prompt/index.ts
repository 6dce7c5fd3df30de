// Registers the feature `regional-prompt`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createRegionalPromptHandler } from "./regional-prompt.js";

export default definePlugin(({ files }) => ({
  handlers: { applyRegionalPrompts: createRegionalPromptHandler(files) },
}));
