// Registers the features `freeu`, `nrs`, `discrete-sampling` and `cfg-rescale`.

import { definePlugin } from "@pictor/kernel/plugin";
import { applyCfgRescale, applyDiscreteSampling, applyFreeU, applyNrs } from "./model-patches.js";

export default definePlugin(() => ({
  handlers: { applyCfgRescale, applyDiscreteSampling, applyFreeU, applyNrs },
}));
