// Wires the workflows `flux-kontext`, `flux2-klein` and `qwen-image-edit`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { createPrepareKlein, createSampleKlein } from "./flux2-klein.js";
import { createPrepareKontext, sampleKontext } from "./flux-kontext.js";
import { createPrepareQwen } from "./qwen-image-edit.js";

export default definePlugin((context) => {
  const { files } = context;
  return {
    handlers: {
      prepareKontext: createPrepareKontext(files),
      sampleKontext,
      prepareKlein: createPrepareKlein(files),
      sampleKlein: createSampleKlein(files),
      prepareQwen: createPrepareQwen(files),
      sampleQwen: sample,
      finish,
    },
  };
});
