// @pictor/kernel for hosts: create a kernel, load a configuration, name the errors.

export { createKernel } from "./kernel.js";
export { loadConfiguration } from "./config/load.js";
export { PictorError, reasonOf } from "./errors/define.js";
export { catalogue, fault, type ErrorCode } from "./errors/catalogue.js";
export { dataFile, dataFolder, type Machine } from "./files/data-folder.js";
export { didYouMean, nearest } from "./errors/nearest.js";
export { strayOwner } from "./hooks/strays.js";
export { validatePluginFolder } from "./plugins/validate-folder.js";
export { apiVersion } from "./plugin.js";
export { parseJson, stringifyJson } from "./backend/json.js";
export type * from "./types.js";
export type * from "./config/types.js";
export type * from "./config/dialect.js";
export type { Clock } from "./hooks/clock.js";
export type * from "./hooks/types.js";
export type * from "./request/types.js";
export type * from "./backend/types.js";
export { jobStates } from "./generation/types.js";
export type * from "./generation/types.js";
export type * from "./plugins/types.js";
export type * from "./profiles/types.js";
export type * from "./secrets/types.js";
export type { Manifest } from "./plugins/manifest.gen.js";
