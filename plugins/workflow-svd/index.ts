// Wires the workflow `svd`.

import { definePlugin } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { finish } from "./finish.js";
import { prepareWith } from "./prepare.js";

export default definePlugin(({ files }) => {
  if (files === undefined) throw new TypeError('workflow-svd needs the permission "files"');
  return { handlers: { prepare: prepareWith(files), sample, finish } };
});
