// Wires the scheme `bearer`.

import { definePlugin } from "@pictor/kernel/plugin";
import { addBearer, status } from "./bearer.js";

export default definePlugin(() => ({
  handlers: { addBearer },
  provides: { authSchemes: { bearer: { status } } },
}));
