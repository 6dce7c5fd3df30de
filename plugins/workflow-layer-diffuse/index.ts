// Wires the two halves of the add-on `layer-diffuse`.

import { definePlugin } from "@pictor/kernel/plugin";
import { applyLayers, decodeLayers } from "./layers.js";

export default definePlugin(() => ({ handlers: { applyLayers, decodeLayers } }));
