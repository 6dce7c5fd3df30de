// @pictor/process-table: what the system tells of a process by its pid.

export { pidExists } from "./pid-exists.js";
export { listPids, parseStat, readStat } from "./proc-stat.js";
