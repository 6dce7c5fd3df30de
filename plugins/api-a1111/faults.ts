// The catalog of the errors of this plugin, from which docs/errors.md is made.

export { catalog } from "./base/faults.js";
