// Wires the workflow `txt2img`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish } from "./finish.js";
import { prepare } from "./prepare.js";
import { sample } from "./sample.js";

export default definePlugin(() => ({ handlers: { prepare, sample, finish } }));
