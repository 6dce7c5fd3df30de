// Registers the feature `regional-prompt`.

import { definePlugin } from "@pictor/kernel/plugin";
import { requireFiles } from "@pictor/workflow-parts";
import { createRegionalPromptHandler } from "./regional-prompt.js";

export default definePlugin((context) => ({
  handlers: { applyRegionalPrompts: createRegionalPromptHandler(requireFiles(context)) },
}));
