// Registers the workflow `flux`.

import { definePlugin } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { prepareFlux } from "./prepare-flux.js";

export default definePlugin(() => ({ handlers: { prepare: prepareFlux, sample, finish } }));
