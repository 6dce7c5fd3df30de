// Wires the add-on `tiled-vae`.

import { definePlugin } from "@pictor/kernel/plugin";
import { tileDecoding } from "./tiled.js";

export default definePlugin(() => ({ handlers: { tileDecoding } }));
