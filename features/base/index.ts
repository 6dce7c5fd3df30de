// @pictor/features/base: how operations are declared, and what those of several nouns need.

export type { Confirmation } from "./confirmation.js";
export { catalog, inputInvalid, operationFault, thingUnknown } from "./faults.js";
export type { Bodies } from "./bodies.gen.js";
export { operation, type Caller, type OperationCall, type ReplyBody, type ValuesOf } from "./operation.js";
export {
  operationAt,
  type BodyName,
  type ByteBody,
  type OperationAt,
  type OperationReply,
  type OperationRest,
  type OperationSpec,
  type Parameter,
  type RequestLine,
} from "./operation-spec.js";
export { accepted, backend, cursor, givenFile, limit, ok, ranges, thumbnail } from "./parameters.js";
export { plainValues } from "./plain-values.js";
export { containsWords, pageOf, wordsOf, type Page } from "./page.js";
export { mayChange, receives, requireChange, sees, seesAll, type Audience } from "./reach.js";
export { includesScope, isAdministrator, scopes, scopesIn, type Scope } from "./scopes.js";
