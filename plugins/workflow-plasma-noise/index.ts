// Wires the add-on `plasma-noise`.

import { definePlugin } from "@pictor/kernel/plugin";
import { startFromNoise } from "./noise.js";

export default definePlugin(() => ({ handlers: { startFromNoise } }));
