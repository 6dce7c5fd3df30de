// Wires the add-ons `controlnet` and `reference-only`.

import { definePlugin } from "@pictor/kernel/plugin";
import { applyControlNet } from "./controlnet.js";
import { followReference } from "./reference.js";

export default definePlugin(({ files }) => ({
  handlers: { applyControlNet: applyControlNet(files), followReference: followReference(files) },
}));
