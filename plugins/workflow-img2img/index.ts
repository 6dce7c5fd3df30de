// Registers the workflow `img2img`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, requireFiles, sample } from "@pictor/workflow-parts";
import { createImageToImagePrepare } from "./prepare-image-to-image.js";

export default definePlugin((context) => ({
  handlers: { prepare: createImageToImagePrepare(requireFiles(context)), sample, finish },
}));
