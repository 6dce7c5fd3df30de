// Wires the add-on `save-intermediate`.

import { definePlugin } from "@pictor/kernel/plugin";
import { saveIntermediate } from "./intermediate.js";

export default definePlugin(() => ({ handlers: { saveIntermediate } }));
