// Wires the plugin: metadata is written into every image.

import { definePlugin } from "@pictor/kernel/plugin";
import { writeMetadata } from "./write-metadata.js";

export default definePlugin(() => ({ handlers: { writeMetadata } }));
