// @pictor/kernel/plugin: everything that a plugin may import: types, and small helpers.

import type { Plugin } from "./plugins/types.js";

/** Version of the plugin API; manifests name a range of it in `apiVersion`. */
export const apiVersion = "1.0.0";

/** Gives a plugin's default export its type. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;

export { defineErrors, PictorError, reasonOf } from "./errors/define.js";
export type { DetailsOf, ErrorEntry, FaultOptions, Placeholders } from "./errors/define.js";
export { fault } from "./errors/catalogue.js";
export { makeFolder } from "./files/make-folder.js";
export { dataFile, dataFolder, type Machine } from "./files/data-folder.js";
export { systemCode } from "./errors/system-code.js";
export { didYouMean, nearest } from "./errors/nearest.js";
export { parseJson, stringifyJson } from "./backend/json.js";
export { abortedWith, pause, until } from "./hooks/settle.js";
export { backoffMs } from "./generation/run/outage.js";
export { createKeyedLock, type KeyedLock } from "./keyed-lock.js";
export { setHeader, setQuery } from "./request/edit.js";
export { emptyDraft, link } from "./generation/draft/draft.js";
export { edit, type GraphEditor, type ModelPrefix } from "./generation/draft/edit.js";
export type * from "./generation/draft/typed-nodes.js";
export type { Profile } from "./config/configuration.gen.js";
export type * from "./config/dialect.js";
export type { Clock } from "./hooks/clock.js";
export type * from "./hooks/types.js";
export type * from "./request/types.js";
export type * from "./backend/types.js";
export type * from "./generation/types.js";
export type * from "./plugins/types.js";
export type * from "./processes/types.js";
export type * from "./profiles/types.js";
export type * from "./secrets/types.js";
export type { Manifest } from "./plugins/manifest.gen.js";
