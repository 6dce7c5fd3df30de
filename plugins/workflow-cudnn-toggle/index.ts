// Registers the feature `cudnn-toggle`.

import { definePlugin } from "@pictor/kernel/plugin";
import { toggleCudnn } from "./cudnn-toggle.js";

export default definePlugin(() => ({ handlers: { toggleCudnn } }));
