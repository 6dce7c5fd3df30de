// Wires the scheme `oauth1`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createAddOAuth1, status } from "./oauth1.js";

export default definePlugin(({ clock }) => ({
  handlers: { addOAuth1: createAddOAuth1(clock) },
  provides: { authSchemes: { oauth1: { status } } },
}));
