// Wires the scheme `digest`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createAddDigest, status } from "./digest.js";

export default definePlugin(() => ({
  handlers: { addDigest: createAddDigest() },
  provides: { authSchemes: { digest: { status } } },
}));
