// @pictor/features/backends: the operations on backends and their members, and long work on their servers.

export { backendWorkFault } from "./faults.js";
export {
  defaultName,
  instanceOf,
  openRequestedBackend,
  openRequestedFacet,
  publishBackend,
  requireInstance,
} from "./instances.js";
export { memberOperations, type MemberContext } from "./member-operations.js";
export { backendOperations, type BackendContext } from "./backend-operations.js";
export {
  isRunning,
  missingLogs,
  requireOperation,
  withFacet,
  type MissingFacet,
  type FacetName,
  type OpenedBackend,
  type OpenedInstance,
} from "./open-facet.js";
export {
  listActiveJobs,
  lossQuestion,
  restartServer,
  startServer,
  stopServer,
  updateServer,
  type ServerWork,
} from "./change-server.js";
export {
  installQuestion,
  missingPackage,
  packageQuestion,
  pendingSteps,
  problemOf,
  type PackageOffer,
} from "./install-server.js";
