// Wires the workflows `flux-kontext`, `flux2-klein` and `qwen-image-edit`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { prepareKleinWith, sampleKleinWith } from "./flux2-klein.js";
import { prepareKontextWith, sampleKontext } from "./flux-kontext.js";
import { prepareQwenWith } from "./qwen-image-edit.js";

export default definePlugin(({ files }) => {
  if (files === undefined) throw new TypeError('workflow-edit needs the permission "files"');
  return {
    handlers: {
      prepareKontext: prepareKontextWith(files),
      sampleKontext,
      prepareKlein: prepareKleinWith(files),
      sampleKlein: sampleKleinWith(files),
      prepareQwen: prepareQwenWith(files),
      sampleQwen: sample,
      finish,
    },
  };
});
