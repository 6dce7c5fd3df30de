// Registers the feature `face-detailer`.

import { definePlugin } from "@pictor/kernel/plugin";
import { detailFaces } from "./detail-faces.js";

export default definePlugin(() => ({ handlers: { detailFaces } }));
