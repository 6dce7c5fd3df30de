// Registers the workflow `txt2img`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { createTextToImagePrepare } from "./prepare-text-to-image.js";

export default definePlugin(({ files }) => ({
  handlers: { prepare: createTextToImagePrepare(files), sample, finish },
}));
