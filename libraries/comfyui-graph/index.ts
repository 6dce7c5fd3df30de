// Prompt graphs of ComfyUI: the form of a node class, validation with the messages of a real server, and execution.

export { cacheKeys } from "./execution/cache-key.js";
export { execute, type ResultCache, type RunHooks, type ExecutionContext } from "./execution/execute.js";
export { NoValue } from "./execution/no-value.js";
export { executionOrder } from "./execution/order.js";
export type { Ending, NodeFailure, RunEvent, RunRequest } from "./execution/run.js";
export { existingFile, type FileArea, splitAnnotation } from "./files/annotated-name.js";
export { inside, relativePath } from "./files/inside.js";
export { float, type Float, pythonJson, stringifyJson } from "./json/write-json.js";
export type * from "./types.js";
export { isIn, itemsOf, memberOf, optionalMember } from "./python/python-access.js";
export { PythonError } from "./python/python-error.js";
export { repr, toBoolean, toFloat, toInteger, toText, typeName } from "./python/conversions.js";
export {
  AUTOGROW,
  autogrowOf,
  choicesWithInputs,
  DYNAMIC_COMBO,
  expandedInputs,
} from "./validation/dynamic-inputs.js";
export { jsonGraph } from "./validation/json-form.js";
export { choicesOf, objectInfo, signatureOf, typeOf } from "./validation/object-info.js";
export { validateGraph } from "./validation/validate.js";
