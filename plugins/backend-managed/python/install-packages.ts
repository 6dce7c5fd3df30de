// Packages of the instance's Python: the one place that runs pip and uv to install, and the instance's Python itself.

import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, type ProcessEnd } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { pythonEnvironment } from "./python-environment.js";
import { shouldUseUv } from "./find-python.js";
import { configuredIndexes, indexOptions, type Indexes } from "./package-indexes.js";
import { runToEnd, runTool, type ToolOptions } from "./run-tool.js";

/** A requirements file, or its lines. */
export type Requirements = { readonly file: string } | { readonly lines: readonly string[] };

export interface PackageOptions extends WorkOptions {
  /** Default: those of the settings. */
  readonly indexes?: Indexes;
  /** Also what is there in a version that would do. */
  readonly reinstall?: boolean;
}

/** Whether a requirements file asks for nothing: blank lines and comments. */
export const isBlank = (text: string): boolean =>
  text.split(/\r\n|\r|\n/).every((line) => /^\s*(?:#.*)?$/.test(line.replace(/^\uFEFF/, "")));

/** Without the working directory among the modules: what lies there must not be taken for a part of pip. */
const isolatedFlags = ["-I", "-u", "-X", "utf8"];

export interface InstallCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** The command line but for the indexes; `what` is `-r FILE`, or requirements. Pure. */
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

/** Addresses among the lines may hold credentials, so nobody else can read the file. */
async function withRequirementsFile<T>(root: string, what: Requirements, work: (file: string) => Promise<T>): Promise<T> {
  if ("file" in what) return work(what.file);
  await makeFolder(root);
  const file = join(root, `requirements-${randomUUID()}.txt`);
  try {
    await writeFile(file, `${what.lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Installs into the instance's environment what is not there yet; nothing for a file or lines that ask for nothing.
 * Rejects with `MANAGED_TOOL_FAILED` (its details hold `lastLines`), `MANAGED_DISK_FULL` or `MANAGED_UV_MISSING`; with the
 * signal's reason when it was aborted.
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

/** Runs the instance's Python, with the environment of `pythonEnvironment`. Rejects only with the signal's reason. */
export const runPython = (
  instance: Instance,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ProcessEnd> =>
  runToEnd(instance, instance.layout.python, args, { ...options, env: { ...pythonEnvironment, ...options.env } });
