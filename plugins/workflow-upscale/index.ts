// Registers the workflow `upscale`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, requireFiles } from "@pictor/workflow-parts";
import { createSourceImageLoader } from "./load-source-image.js";
import { scaleImage } from "./scale-image.js";

export default definePlugin((context) => ({
  handlers: { prepare: createSourceImageLoader(requireFiles(context)), scaleImage, finish },
}));
