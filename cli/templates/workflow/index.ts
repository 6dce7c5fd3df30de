// Wires the workflow: the handlers of its three phases.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, prepare, sample } from "./graph.ts";

export default definePlugin(() => ({ handlers: { prepare, sample, finish } }));
