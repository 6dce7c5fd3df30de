// Registers the feature `hires-fix`.

import { definePlugin } from "@pictor/kernel/plugin";
import { applyHiresFix } from "./hires-fix.js";

export default definePlugin(() => ({ handlers: { applyHiresFix } }));
