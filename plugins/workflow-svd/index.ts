// Registers the workflow `svd`.

import { definePlugin } from "@pictor/kernel/plugin";
import { requireFiles, sample } from "@pictor/workflow-parts";
import { createSvdPrepare } from "./prepare-svd.js";
import { saveVideo } from "./save-video.js";

export default definePlugin((context) => ({
  handlers: { prepare: createSvdPrepare(requireFiles(context)), sample, finish: saveVideo },
}));
