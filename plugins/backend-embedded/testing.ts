// The entry @pictor/backend-embedded/testing: a ComfyUI-compatible server for tests.

export { exampleGraph, type ExampleGraph, type ExampleGraphOptions } from "@pictor/comfyui-nodes";
export {
  faultDescriptions,
  InvalidClassesError,
  InvalidFaultsError,
  InvalidManagerError,
  InvalidOptionsError,
  readFaults,
  type ClassEntry,
  type ComfyuiServer as EmbeddedServer,
  type ExtraClasses,
  type Fault,
  type FaultControl,
  type FaultDescription,
  type FaultKind,
  type FaultOf,
  type ManagerOptions,
  type NodePack,
  type Problem,
  type ServerClock,
} from "@pictor/comfyui-server";
export { readClasses, readManager, startEmbeddedServer, type EmbeddedServerOptions } from "./server.js";
