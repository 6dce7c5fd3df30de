// The parts of records that the command needs without the kernel: a separate entry file, so that help starts fast.

export { cutText, expandHome, isRecord, pathProblem, shortText } from "@pictor/kernel/manifests";
export { plainRecord } from "./codec/plain-record.js";
export { ownVariables } from "./own-variables.js";
