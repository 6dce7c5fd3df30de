// The flags that the installed version of ComfyUI supports: read from `main.py --help` once per version, cached in
// flags.json.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isString, reasonOf } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { readJson, writeJson } from "../stored-json.js";
import { runMain } from "./run-main.js";
import type { KnownFlags } from "../arguments/parse-options.js";

/** Time limit for `main.py --help`, which does not import torch. */
const helpLimitMs = 60_000;

/** The flags in the usage section of a help text, which ends at the first empty line. Pure. */
export function flagsOfHelp(help: string): ReadonlySet<string> {
  const usage = /(?:^|\n)usage:[\s\S]*?(?=\n\s*\n|$)/.exec(help.replaceAll("\r\n", "\n"))?.[0] ?? "";
  return new Set([...usage.matchAll(/(?<![\w-])--[a-z][a-z0-9-]*/g)].map(([flag]) => flag));
}

interface StoredFlags {
  readonly version: string;
  readonly flags: readonly string[];
}
async function readStoredFlags(file: string): Promise<StoredFlags | undefined> {
  const { version, flags } = ((await readJson(file)) ?? {}) as Partial<Record<keyof StoredFlags, unknown>>;
  const isValid = isString(version) && Array.isArray(flags);
  return isValid ? { version, flags: flags.filter(isString) } : undefined;
}

/** Hashes the files that define the flags, and the commit. */
async function fingerprintVersion(comfy: string): Promise<string> {
  const read = (path: string): Promise<string> => readFile(join(comfy, path), "utf8").catch(() => "");
  const head = await read(".git/HEAD");
  const branch = /^ref: (refs\/[\w./-]+)\s*$/.exec(head)?.[1];
  const hash = createHash("sha256");
  for (const path of ["main.py", "comfy/cli_args.py", ...(branch === undefined ? [] : [`.git/${branch}`])]) {
    hash.update(await read(path)).update("\0");
  }
  return hash.update(head).digest("hex");
}

/** Reads the flags; undefined when main.py does not print its help. The start of the server will report the cause. */
export async function readFlags(
  instance: Instance,
  { signal, onLine }: WorkOptions = {},
): Promise<KnownFlags> {
  const { comfy, root } = instance.layout;
  const file = join(root, "flags.json");
  const version = await fingerprintVersion(comfy);
  const stored = await readStoredFlags(file);
  if (stored?.version === version) return new Set(stored.flags);

  onLine?.("reading the arguments that this version knows");
  const end = await runMain(instance, ["--help"], helpLimitMs, { signal });
  const flags = end.kind === "exited" && end.exitCode === 0 ? flagsOfHelp(end.output) : new Set<string>();
  if (flags.size === 0) return undefined;
  await writeJson(file, { version, flags: [...flags] }).catch((error: unknown) =>
    instance.logger.debug(`${file} could not be written: ${reasonOf(error)}`),
  );
  return flags;
}
