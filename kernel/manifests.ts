// An entry file for hosts that read manifests without a kernel: help and completions need neither hooks nor validation.

export { parseJsonOrUndefined } from "./authoring/parse-json-or-undefined.js";
export { shortText } from "./authoring/short-text.js";
export { dataFolder, thisMachine, type SystemEnvironment } from "./authoring/data-folder.js";
export { fault } from "./base/errors/error-catalog.js";
export { cutText } from "./base/cut-text.js";
export { absolutePath, expandHome } from "./base/files/home-folder.js";
export { pathProblem } from "./base/files/path-text.js";
export { readBounded } from "./base/files/read-bounded.js";
export { withoutByteOrderMark } from "./base/files/read-text.js";
export { isRecord, recordOrEmpty } from "./base/guards.js";
export { hookNames } from "./contract/hook-names.js";
export { discoverPlugins } from "./plugins/discover-plugins.js";
export { rawContributions } from "./plugins/raw-contributions.js";
