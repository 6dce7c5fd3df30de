// Wires the metadata step.

import { definePlugin } from "@pictor/kernel/plugin";
import { writeMetadata } from "./metadata.js";

export default definePlugin(() => ({ handlers: { writeMetadata } }));
