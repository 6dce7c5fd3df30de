// @pictor/features/environments: the variables of requests and profiles, by environment.

export { environmentOperations, type EnvironmentContext } from "./operations.js";
export { environmentsOf } from "./variables.js";
