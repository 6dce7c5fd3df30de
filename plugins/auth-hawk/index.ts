// Wires the scheme `hawk`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createAddHawk, status } from "./hawk.js";

export default definePlugin(({ clock }) => ({
  handlers: { addHawk: createAddHawk(clock) },
  provides: { authSchemes: { hawk: { status } } },
}));
