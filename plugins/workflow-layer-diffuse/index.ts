// Registers the two handlers of the feature `layer-diffuse`.

import { definePlugin } from "@pictor/kernel/plugin";
import { applyLayerDiffuse, decodeLayerDiffuse } from "./layer-diffuse.js";

export default definePlugin(() => ({ handlers: { applyLayerDiffuse, decodeLayerDiffuse } }));
