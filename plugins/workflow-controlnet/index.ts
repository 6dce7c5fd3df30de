// Registers the features `controlnet` and `reference-only`.

import { definePlugin } from "@pictor/kernel/plugin";
import { requireFiles } from "@pictor/workflow-parts";
import { createControlNetHandler } from "./controlnet.js";
import { createReferenceOnlyHandler } from "./reference-only.js";

export default definePlugin((context) => {
  const files = requireFiles(context);
  return {
    handlers: {
      applyControlNet: createControlNetHandler(files),
      applyReferenceOnly: createReferenceOnlyHandler(files),
    },
  };
});
