// What reads manifests without a kernel: help texts need no hooks and no validation.

export { readBounded } from "./base/files/read-bounded.js";
export { isRecord } from "./base/guards.js";
export { discoverPlugins } from "./plugins/discover-plugins.js";
export { rawContributions } from "./plugins/raw-contributions.js";
