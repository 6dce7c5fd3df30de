// Registers the feature `plasma-noise`.

import { definePlugin } from "@pictor/kernel/plugin";
import { startFromNoise } from "./plasma-noise.js";

export default definePlugin(() => ({ handlers: { startFromNoise } }));
