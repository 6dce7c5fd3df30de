// Registers the feature `upscaler`.

import { definePlugin } from "@pictor/kernel/plugin";
import { upscale } from "./upscaler.js";

export default definePlugin(() => ({ handlers: { upscale } }));
