// @pictor/features/backends/operations: the operations on backends and their members, without the code of long work.

export {
  defaultName,
  instanceOf,
  openRequestedBackend,
  publishBackend,
  requireInstance,
} from "./instances.js";
export { memberOperations, openMembers, type MemberContext } from "./member-operations.js";
export { backendOperations, type BackendContext } from "./backend-operations.js";
