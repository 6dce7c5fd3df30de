// Wires the scheme `basic`.

import { definePlugin } from "@pictor/kernel/plugin";
import { addBasic, status } from "./basic.js";

export default definePlugin(() => ({
  handlers: { addBasic },
  provides: { authSchemes: { basic: { status } } },
}));
