// @pictor/host/user-plugins: adds plugins to the user's plugin folder, and removes them.

export { addedPlugin, comparePlugins, removePlugin, type PluginRelease } from "./change-plugins.js";
export { userPluginFault } from "./faults.js";
export { readLock, type LockedPlugin, type PinnedSource } from "./lock.js";
export { placePlugin, type PlaceOptions } from "./place-plugin.js";
export { createProgramRunner, type ProgramRunner, type RunToEnd } from "./programs.js";
export { userPluginFolder } from "./user-folder.js";
export { stagePlugin } from "./stage-plugin.js";
export type { StagedPlugin, UserPluginsOptions } from "./types.js";
