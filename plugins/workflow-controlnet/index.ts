// Registers the features `controlnet` and `reference-only`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createControlNetHandler } from "./controlnet.js";
import { createReferenceOnlyHandler } from "./reference-only.js";

export default definePlugin((context) => {
  const { files } = context;
  return {
    handlers: {
      applyControlNet: createControlNetHandler(files),
      applyReferenceOnly: createReferenceOnlyHandler(files),
    },
  };
});
