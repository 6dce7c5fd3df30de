// Registers the workflow `svd`.

import { definePlugin } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { createSvdPrepare } from "./prepare-svd.js";
import { saveVideo } from "./save-video.js";

export default definePlugin(({ files }) => ({
  handlers: { prepare: createSvdPrepare(files), sample, finish: saveVideo },
}));
