// Wires the workflow `flux`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { prepare } from "./prepare.js";

export default definePlugin(() => ({ handlers: { prepare, sample, finish } }));
