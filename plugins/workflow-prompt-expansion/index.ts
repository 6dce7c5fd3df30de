// Wires the add-on `prompt-expansion`.

import { definePlugin } from "@pictor/kernel/plugin";
import { expandPrompt } from "./expansion.js";

export default definePlugin(() => ({ handlers: { expandPrompt } }));
