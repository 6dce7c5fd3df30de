// Wires the scheme `aws-sigv4`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createAddSignature, status } from "./sigv4.js";

export default definePlugin(({ clock }) => ({
  handlers: { addSignature: createAddSignature(clock) },
  provides: { authSchemes: { "aws-sigv4": { status } } },
}));
