// The folder of one machine: a temporary folder, a copy of the project, a PATH with few programs. Removed afterwards.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runProgram } from "../run-program.js";
import type { OddMachine } from "./machines.js";

export interface Stage {
  /** The project: the copy, or the original. */
  readonly root: string;
  /** The temporary folder of the tests. */
  readonly temporary: string;
  /** The only value of `PATH`, where the machine has few programs. */
  readonly path: string | undefined;
  remove(): void;
}

/** Folders that a fresh clone does not have, and one that no test reads. */
const uncopied = new Set([".git", "dist", "coverage"]);

function copyProject(root: string, target: string): void {
  mkdirSync(target, { recursive: true });
  const names = readdirSync(root).filter((name) => !uncopied.has(name));
  // Links in node_modules are relative, so those of the workspaces lead to the copy.
  runProgram(root, "cp", ["-RP", ...names, target]);
  rmSync(join(target, "node_modules/.cache"), { recursive: true, force: true });
}

function findProgram(name: string): string | undefined {
  if (name === "node") return process.execPath;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function linkPrograms(names: readonly string[], folder: string): void {
  mkdirSync(folder);
  for (const name of names) {
    const program = findProgram(name);
    if (program !== undefined) symlinkSync(realpathSync(program), join(folder, name));
  }
}

export function openStage({ copy, user, programs }: OddMachine, project: string): Stage {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "pictor-odd-"));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const root = copy === undefined ? project : join(folder, copy);
    const temporary = join(folder, "tmp");
    const path = programs === undefined ? undefined : join(folder, "bin");
    mkdirSync(temporary);
    if (copy !== undefined) copyProject(project, root);
    if (path !== undefined) linkPrograms(programs ?? [], path);
    if (user !== undefined) runProgram(folder, "chown", ["-R", `${user}:${user}`, folder]);
    chmodSync(folder, 0o755);
    return { root, temporary, path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
