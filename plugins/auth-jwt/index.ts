// Wires the scheme `jwt`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createAddJwt, status } from "./jwt.js";

export default definePlugin(({ clock }) => ({
  handlers: { addJwt: createAddJwt(clock) },
  provides: { authSchemes: { jwt: { status } } },
}));
