// The parts of records that the command needs without the kernel: a separate entry file, so that help starts fast.

export { isRecord } from "@pictor/kernel/guards";
export { expandHome } from "@pictor/kernel/home-folder";
export { shortText } from "@pictor/kernel/short-text";
export { plainRecord } from "./codec/plain-record.js";
