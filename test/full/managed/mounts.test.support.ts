// File systems for tests: small ones and read-only ones. Only root may mount them.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createTestFolder } from "@pictor/host/testing";

const isDone = (...given: readonly string[]): boolean => spawnSync("mount", given).status === 0;

/** Why nothing can be mounted on this machine; undefined if it can. */
export const cannotMount: string | undefined = (() => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux mounts";
  const folder = createTestFolder();
  const can = isDone("-t", "tmpfs", "-o", "size=1m", "none", folder);
  if (can) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return can ? undefined : "this machine lets nobody mount";
})();

export interface Mount {
  /** Changes the size, such as "200m". */
  resize(size: string): void;
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

const handle = (folder: string, kind: readonly string[]): Mount => ({
  resize(size) {
    execFileSync("mount", ["-o", `remount,size=${size}`, folder]);
  },
  setReadOnly(isReadOnly) {
    execFileSync("mount", ["-o", ["remount", ...kind, isReadOnly ? "ro" : "rw"].join(","), folder]);
  },
  remove() {
    // A process with an open file keeps the file system busy until it ends.
    spawnSync("umount", ["--lazy", folder]);
  },
});

/** Mounts a file system in memory of a size at `folder`. */
export function mountSmall(folder: string, size: string): Mount {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder]);
  return handle(folder, []);
}

/** Mounts the folder onto itself, so that it can be made read-only. */
export function mountOver(folder: string): Mount {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["--bind", folder, folder]);
  return handle(folder, ["bind"]);
}
