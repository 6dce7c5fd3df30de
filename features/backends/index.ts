// @pictor/features/backends: work on backends and their servers, for hosts that offer it to people.

export { workFault } from "./faults.js";
export type { Confirmation } from "./confirmation.js";
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
