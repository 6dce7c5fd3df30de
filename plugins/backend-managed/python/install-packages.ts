// Installs packages with pip or uv, and runs the instance's Python.

import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { discard, ensureFolder, type ProcessExit } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { pythonEnvironment } from "./python-environment.js";
import { shouldUseUv } from "./find-python.js";
import { configuredIndexes, indexOptions, type Indexes } from "./package-indexes.js";
import { runToEnd, runTool, type ToolOptions } from "./run-tool.js";

/** A requirements file, or its lines. */
export type Requirements = { readonly file: string } | { readonly lines: readonly string[] };

export interface PackageOptions extends WorkOptions {
  /** The package indexes. Default: those of the settings. */
  readonly indexes?: Indexes;
  /** Reinstalls packages whose installed version matches already. */
  readonly reinstall?: boolean;
}

/** Whether a requirements text has only blank lines and comments. */
export const isBlank = (text: string): boolean =>
  text.split(/\r\n|\r|\n/).every((line) => /^\s*(?:#.*)?$/.test(line.replace(/^\uFEFF/, "")));

/** Keeps the working folder off Python's module path, because files in it could shadow modules of pip. */
const isolatedFlags = ["-I", "-u", "-X", "utf8"];

export interface InstallCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** The command line without indexes; `what` is `-r FILE` or requirements. Pure. */
export const installCommand = (
  tool: "pip" | "uv",
  python: string,
  what: readonly string[],
  reinstall = false,
): InstallCommand =>
  tool === "uv"
    ? {
        file: "uv",
        args: ["pip", "install", "--python", python, ...(reinstall ? ["--reinstall"] : []), ...what],
      }
    : {
        file: python,
        args: [
          ...isolatedFlags,
          ...["-m", "pip", "install", "--disable-pip-version-check", "--no-input"],
          ...(reinstall ? ["--force-reinstall"] : []),
          ...what,
        ],
      };

/** The file is private, because addresses among the lines may contain credentials. */
async function withRequirementsFile<T>(
  root: string,
  what: Requirements,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if ("file" in what) return work(what.file);
  await ensureFolder(root);
  const file = join(root, `requirements-${randomUUID()}.txt`);
  try {
    await writeFile(file, `${what.lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
    return await work(file);
  } finally {
    await discard(file);
  }
}

/**
 * Installs requirements into the instance's environment. Rejects with `MANAGED_TOOL_FAILED` (`details.lastLines`),
 * `MANAGED_DISK_FULL`, `MANAGED_UV_MISSING`, or the signal's reason.
 */
export async function installRequirements(
  instance: Instance,
  what: Requirements,
  options: PackageOptions = {},
): Promise<void> {
  const text = "file" in what ? await readFile(what.file, "utf8") : what.lines.join("\n");
  if (isBlank(text)) return;
  const tool = (await shouldUseUv(instance, options)) ? "uv" : "pip";
  const indexes = indexOptions(options.indexes ?? configuredIndexes(instance.settings), tool, instance.env);
  await withRequirementsFile(instance.layout.root, what, async (path) => {
    const { file, args } = installCommand(tool, instance.layout.python, ["-r", path], options.reinstall);
    await runTool(instance, tool, file, [...args, ...indexes.args], {
      ...options,
      env: { ...pythonEnvironment, ...indexes.env },
      cwd: dirname(path),
    });
  });
}

/** Runs the instance's Python with `pythonEnvironment`. Rejects only with the signal's reason. */
export const runPython = (
  instance: Instance,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ProcessExit> =>
  runToEnd(instance, instance.layout.python, args, {
    ...options,
    env: { ...pythonEnvironment, ...options.env },
  });
