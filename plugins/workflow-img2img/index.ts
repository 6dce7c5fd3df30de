// Registers the workflow `img2img`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { createImageToImagePrepare } from "./prepare-image-to-image.js";

export default definePlugin(({ files }) => ({
  handlers: { prepare: createImageToImagePrepare(files), sample, finish },
}));
