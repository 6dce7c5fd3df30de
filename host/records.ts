// What output and shared parts of a command need of records, without the kernel: an entry of its own, so that help starts fast.

export { isRecord } from "@pictor/kernel/guards";
export { plainRecord } from "./codec/plain-record.js";
