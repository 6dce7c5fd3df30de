// Registers the workflow `txt2img`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, requireFiles, sample } from "@pictor/workflow-parts";
import { createTextToImagePrepare } from "./prepare-text-to-image.js";

export default definePlugin((context) => ({
  handlers: { prepare: createTextToImagePrepare(requireFiles(context)), sample, finish },
}));
