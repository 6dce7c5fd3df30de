// Functions for plugins and hosts, which `@pictor/kernel` and `@pictor/kernel/plugin` export.

export {
  hasNoList,
  isCrash,
  isCredentialRefusal,
  isNotSent,
  isOutage,
  isOutcomeUnknown,
} from "./backend-errors.js";
export { backoffMs } from "./backoff.js";
export { bytesOnce } from "./bytes-once.js";
export { parseChallenges, type Challenge } from "./challenges.js";
export { classEntryOf, withClassEntry } from "./class-entry.js";
export { decodeEntities } from "./decode-entities.js";
export { definePlugin } from "./define-plugin.js";
export { diskFullCodes, diskFullFault, saysDiskFull } from "./disk-full.js";
export { edit, type GraphEditor, type ModelPrefix } from "./edit-draft.js";
export { setHeader, setQueryParameter } from "./edit-request.js";
export { cutText } from "../base/cut-text.js";
export { emptyDraft, link } from "./empty-draft.js";
export { errorOf } from "./error-of.js";
export {
  isLink,
  linkedNodeIds,
  linksOf,
  nodeClassesIn,
  upstreamGraph,
  upstreamNodes,
} from "./graph-links.js";
export { firstChoice } from "./first-choice.js";
export {
  connectionHeaders,
  connectionHeadersOf,
  headerProblem,
  isHeaderName,
  isToken,
  tokenSyntax,
  transportHeaders,
} from "./header-syntax.js";
export { bareHost, withoutBrackets } from "./host-name.js";
export { createKeyedLock, type KeyedLock } from "./keyed-lock.js";
export { mergeRequirements } from "./merge-requirements.js";
export { isModelFile, modelTitle, withoutModelEnding } from "./model-file.js";
export { discard, isInUse, moveFile } from "./move-file.js";
export { saysOutOfMemory, withoutAppendix } from "./out-of-memory.js";
export { parseJsonOrUndefined } from "./parse-json-or-undefined.js";
export { problemFor } from "./problem-for.js";
export { headerValues, httpUrl, readBody, requestTarget, targetUrl } from "./read-request.js";
export { requireWithin } from "./require-within.js";
export { resultImages } from "./result-images.js";
export { rowInputs } from "./row-inputs.js";
export { shortText } from "./short-text.js";
export { createSingleFlight, type SingleFlight } from "./single-flight.js";
export { isWebAddress } from "./web-address.js";
export { withoutUndefined } from "./without-undefined.js";
