// Wires the workflow `upscale`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish } from "@pictor/workflow-parts";
import { prepareWith } from "./prepare.js";
import { scale } from "./scale.js";

export default definePlugin(({ files }) => {
  if (files === undefined) throw new TypeError('workflow-upscale needs the permission "files"');
  return { handlers: { prepare: prepareWith(files), scale, finish } };
});
