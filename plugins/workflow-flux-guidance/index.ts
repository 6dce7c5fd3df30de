// Registers the feature `flux-guidance`.

import { definePlugin } from "@pictor/kernel/plugin";
import { embedGuidance } from "./flux-guidance.js";

export default definePlugin(() => ({ handlers: { embedGuidance } }));
