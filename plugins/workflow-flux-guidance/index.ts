// Wires the add-on `flux-guidance`.

import { definePlugin } from "@pictor/kernel/plugin";
import { embedGuidance } from "./guidance.js";

export default definePlugin(() => ({ handlers: { embedGuidance } }));
