// Memory and processor time of another process, as /proc has them; NaN on systems without it.

import { readFileSync } from "node:fs";

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

/** Mebibytes of resident memory. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, "status"))?.[1] ?? NaN) / 1024;

/** Milliseconds of the processor so far, in steps of ten. */
export function processorMsOf(pid: number): number {
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11] ?? NaN) + Number(fields[12] ?? NaN)) * 10;
}

/** A figure for a table. */
export const shown = (figure: number, digits = 1): string =>
  Number.isNaN(figure) ? "unknown" : figure.toFixed(digits);
