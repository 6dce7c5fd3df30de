// What reads manifests without a kernel: help texts need no hooks and no validation.

export { isRecord } from "./base/guards.js";
export { discoverPlugins } from "./plugins/discover-plugins.js";
export { rawContributions } from "./plugins/raw-contributions.js";
