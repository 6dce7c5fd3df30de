// @pictor/backend-embedded/testing: a ComfyUI-compatible server for the tests of any client.

export { startEmbeddedServer, type EmbeddedServer } from "../server/start.js";
export {
  InvalidOptionsError,
  type EmbeddedServerOptions,
  type OptionProblem,
  type ServerClock,
} from "../server/options.js";
export type { Fault, FaultControl, FaultKind, FaultOf } from "../faults/fault.js";
export { forms as faultForms, type FaultForm } from "../faults/forms.js";
export { InvalidFaultsError, readFaults, type FaultProblem } from "../faults/read.js";
export type { ManagerOptions, Pack } from "../manager/options.js";
export { InvalidManagerError, readManager, type ManagerProblem } from "../manager/read.js";
export {
  InvalidClassesError,
  readClasses,
  type ClassProblem,
  type ExtraClass,
  type ExtraClasses,
} from "../nodes/extra-classes.js";
export { exampleGraph, type ExampleGraph, type ExampleGraphOptions } from "./example-graph.js";
