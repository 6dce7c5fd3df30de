// @pictor/features/backends: the operations on backends and their members, and long work on their servers.

export { backendWorkFault } from "./faults.js";
export {
  defaultName,
  instanceOf,
  openRequestedBackend,
  publishBackend,
  requireInstance,
} from "./instances.js";
export { memberOperations, openMembers, type MemberContext } from "./member-operations.js";
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
  restartServer,
  startServer,
  stopServer,
  updateServer,
  type ServerWork,
} from "./change-server.js";
export { missingPackage, pendingSteps, problemOf, type PackageOffer } from "./install-server.js";
