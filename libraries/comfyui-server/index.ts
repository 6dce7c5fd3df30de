// A ComfyUI-compatible server, against which any client can be tested.

export { type Problem } from "./checks/check-members.js";
export { InvalidClassesError, readClasses, type ExtraClasses } from "./classes/extra-classes.js";
export { faultDescriptions, type FaultDescription } from "./faults/descriptions.js";
export type { Fault, FaultControl, FaultKind, FaultOf } from "./faults/fault.js";
export { InvalidFaultsError, readFaults } from "./faults/read-faults.js";
export type { ManagerOptions, NodePack } from "./manager/options.js";
export { InvalidManagerError, readManager } from "./manager/read-options.js";
export { checkOptions, InvalidOptionsError, type ComfyuiServerOptions, type ServerClock } from "./options.js";
export { startComfyuiServer, type ComfyuiServer } from "./start.js";
export type { ClassEntry, NodeLibrary } from "@pictor/comfyui-graph/types";
