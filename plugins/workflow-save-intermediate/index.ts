// Registers the feature `save-intermediate`.

import { definePlugin } from "@pictor/kernel/plugin";
import { saveIntermediate } from "./save-intermediate.js";

export default definePlugin(() => ({ handlers: { saveIntermediate } }));
