// Registers the feature `tiled-vae`.

import { definePlugin } from "@pictor/kernel/plugin";
import { setTiledDecoder } from "./tiled-vae.js";

export default definePlugin(() => ({ handlers: { setTiledDecoder } }));
