// Registers the workflow `upscale`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish } from "@pictor/workflow-parts";
import { createSourceImageLoader } from "./load-source-image.js";
import { scaleImage } from "./scale-image.js";

export default definePlugin(({ files }) => ({
  handlers: { prepare: createSourceImageLoader(files), scaleImage, finish },
}));
