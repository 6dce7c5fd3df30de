// Registers the feature `prompt-expansion`.

import { definePlugin } from "@pictor/kernel/plugin";
import { expandPrompt } from "./prompt-expansion.js";

export default definePlugin(() => ({ handlers: { expandPrompt } }));
