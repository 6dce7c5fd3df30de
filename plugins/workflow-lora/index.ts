// Registers the feature `lora`.

import { definePlugin } from "@pictor/kernel/plugin";
import { loadLora } from "./lora.js";

export default definePlugin(() => ({ handlers: { loadLora } }));
