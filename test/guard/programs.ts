// Lets hermetic tests start no program but Node.

import childProcess, { ChildProcess } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { refuse } from "./refusals.js";

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The programs with which Pictor ends processes on Windows, and asks about them on macOS: it has no other way there. */
const ofSystem: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: [join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe").toLowerCase()],
  darwin: ["ps", "/bin/ps", "/usr/bin/ps"],
};

/** Whether the system finds the program. What leads to no program starts none, so a test may try that. */
const exists = (program: string): boolean =>
  /[/\\]/.test(program)
    ? isProgram(program)
    : (process.env["PATH"] ?? "").split(delimiter).some((folder) => isProgram(join(folder, program)));

function requireNode(program: string): void {
  const isOfSystem = ofSystem[process.platform]?.includes(program.toLowerCase()) === true;
  if (program !== process.execPath && !isOfSystem && exists(program))
    throw refuse(`start the program ${program}`);
}

/** The functions that wait for the program do not use each other. */
function guardSync(
  name: "spawnSync" | "execFileSync" | "execSync",
  program: (first: string) => string,
): void {
  const original = childProcess[name] as (...words: unknown[]) => unknown;
  const checked = (first: string, ...rest: unknown[]): unknown => {
    requireNode(program(first));
    return original(first, ...rest);
  };
  Object.assign(childProcess, { [name]: checked });
}

export function guardPrograms(): void {
  // Where all functions end that do not wait for the program; its types leave it out.
  const prototype = ChildProcess.prototype as ChildProcess & {
    spawn(options: { readonly file: string }): number;
  };
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    requireNode(options.file);
    return spawn.call(this, options);
  };
  guardSync("spawnSync", (program) => program);
  guardSync("execFileSync", (program) => program);
  guardSync("execSync", () => "sh");
}
