// Wires the add-on `cudnn-toggle`.

import { definePlugin } from "@pictor/kernel/plugin";
import { toggleCudnn } from "./cudnn.js";

export default definePlugin(() => ({ handlers: { toggleCudnn } }));
