// Wires the add-on `upscaler`.

import { definePlugin } from "@pictor/kernel/plugin";
import { upscale } from "./upscale.js";

export default definePlugin(() => ({ handlers: { upscale } }));
