// Connects the API `openai`: requests below /openai/v1 become jobs of the caller.

import { definePlugin } from "@pictor/kernel/plugin";
import { createImagesApi } from "./images-api.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, clock }) => {
  const { model, editModel } = config as Config;
  return { provides: { apis: { openai: createImagesApi({ model, editModel, clock }) } } };
});
