// Which processes of this machine have something to do with a test, and the end of those that were left.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
  /** Its working directory, where the system tells. */
  readonly folder: string;
}

/** All processes that run; a zombie does not. */
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
        return [{ pid: Number(name), command, folder: readlinkSync(`/proc/${name}/cwd`) }];
      } catch {
        // It has ended since.
        return [];
      }
    });
}

/** Those whose command line or working directory names `mark`, a folder of the test's own; this process is none of them. */
export const processesNaming = (mark: string): readonly FoundProcess[] =>
  processes().filter(
    ({ pid, command, folder }) => pid !== process.pid && (command.includes(mark) || folder.includes(mark)),
  );

/** Ends what a test left behind, so that a failure does not spread. */
export function killAllNaming(mark: string): void {
  for (const { pid } of processesNaming(mark))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended since.
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

/** Settles with the first value that is not undefined; looks every 20 ms, for as long as the test may take. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
