// Wires the workflow `img2img`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { prepareWith } from "./prepare.js";

export default definePlugin(({ files }) => {
  if (files === undefined) throw new TypeError('workflow-img2img needs the permission "files"');
  return { handlers: { prepare: prepareWith(files), sample, finish } };
});
