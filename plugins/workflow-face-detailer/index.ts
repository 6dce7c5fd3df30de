// Wires the add-on `face-detailer`.

import { definePlugin } from "@pictor/kernel/plugin";
import { detailFaces } from "./detail.js";

export default definePlugin(() => ({ handlers: { detailFaces } }));
