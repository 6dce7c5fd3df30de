// An entry file for hosts that read manifests without a kernel: help and completions need neither hooks nor validation.

export { dataFolder, thisMachine, type SystemEnvironment } from "./base/files/data-folder.js";
export { readBounded } from "./base/files/read-bounded.js";
export { withoutByteOrderMark } from "./base/files/read-text.js";
export { isRecord } from "./base/guards.js";
export { hookNames } from "./contract/hook-names.js";
export { discoverPlugins } from "./plugins/discover-plugins.js";
export { rawContributions } from "./plugins/raw-contributions.js";
