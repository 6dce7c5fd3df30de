// Finds the processes that belong to a test, and ends those that were left.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
  /** Its working directory, if the system reports it. */
  readonly folder: string;
}

/** All running processes, without zombies. */
function processes(): readonly FoundProcess[] {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
    return lines.map((line) => {
      const [, pid = "0", command = ""] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
      return { pid: Number(pid), command, folder: "" };
    });
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        // A process that is ending has released its memory, and its command line with it.
        if (command === "") return [];
        return [{ pid: Number(name), command, folder: readlinkSync(`/proc/${name}/cwd`) }];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}

/** The processes whose command line or working directory contains `mark`, a folder of the test, except this process. */
export const processesNaming = (mark: string): readonly FoundProcess[] =>
  processes().filter(
    ({ pid, command, folder }) => pid !== process.pid && (command.includes(mark) || folder.includes(mark)),
  );

/** Ends the processes that a test has left, so that a failure does not affect other tests. */
export function killAllNaming(mark: string): void {
  for (const { pid } of processesNaming(mark))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended meanwhile.
    }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A bound against waiting in vain, well below the time limit of a full test. */
const patienceMs = 120_000;

/** Calls a function every 20 ms until it returns a value other than undefined. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline)
      throw new Error(`waited in vain for ${patienceMs / 1000} s: ${look.toString()}`);
    await wait(20);
  }
}
