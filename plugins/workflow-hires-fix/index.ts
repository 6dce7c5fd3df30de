// Wires the add-on `hires-fix`.

import { definePlugin } from "@pictor/kernel/plugin";
import { fixHires } from "./hires.js";

export default definePlugin(() => ({ handlers: { fixHires } }));
