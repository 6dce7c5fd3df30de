// Wires the four model patches.

import { definePlugin } from "@pictor/kernel/plugin";
import { freeU, rejectNegative, rescaleCfg, sampleDiscrete } from "./patches.js";

export default definePlugin(() => ({ handlers: { freeU, rejectNegative, sampleDiscrete, rescaleCfg } }));
