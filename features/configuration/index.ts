// @pictor/features/configuration: the values of the configuration with their origins, and its files.

export { configurationOperations, type ConfigurationContext } from "./operations.js";
export { shownConfiguration, type ShownValue } from "./shown-configuration.js";
