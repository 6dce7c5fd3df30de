// The npm packages that a plugin needs: installed beside its files, from the registry only, without scripts.

import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveProblem } from "@pictor/archives";
import { moveFile, recordOrEmpty } from "@pictor/kernel";
import { packageName } from "../trust/npm-plugins.js";
import { installedPackages, type PinnedPackages } from "./installed-packages.js";
import { npmGuard } from "./npm-guard.js";
import type { RunToEnd } from "./programs.js";
import { runProgram } from "./run-program.js";

/** Package names with their ranges. */
export type Packages = Readonly<Record<string, string>>;

/** A version, range or tag of the registry; no other source, because only the registry keeps a version as it is. */
export const rangePattern = /^[\w.^~<>=|*+ -]*$/;

/**
 * The packages that the folder of a plugin lacks. The kernel is left out, because every plugin gets it from its host. Incomplete
 * packages of the plugin itself are removed. Throws `ArchiveProblem`.
 */
export async function missingPackages(folder: string): Promise<Packages> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ArchiveProblem("its package.json is not valid JSON");
  }
  const declared = recordOrEmpty(recordOrEmpty(content)["dependencies"]);
  const needed = Object.entries(declared).filter(([name]) => name !== "@pictor/kernel");
  for (const [name, range] of needed)
    if (!packageName.test(name) || typeof range !== "string" || !rangePattern.test(range))
      throw new ArchiveProblem(
        `it needs the package ${JSON.stringify(name)} from ${JSON.stringify(range)}, and only versions of the npm registry can be installed`,
      );
  if (needed.every(([name]) => existsSync(join(folder, "node_modules", name)))) return {};
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  return Object.fromEntries(needed) as Packages;
}

/** Whatever the settings of the user say, npm writes its lock file, with the address of each archive, into the working folder. */
const lockOptions: readonly string[] = [
  "--package-lock",
  "--lockfile-version=3",
  "--no-package-lock-only",
  "--no-omit-lockfile-registry-resolved",
  "--install-strategy=hoisted",
  "--location=project",
  "--no-global",
  "--no-dry-run",
];

/**
 * Installs packages into `node_modules` of the folder. Resolves to what was installed, with the digest of each archive. npm reads
 * no file of the plugin, and starts no program. Rejects with `ArchiveProblem` for a package that is not of the registry.
 */
export async function installPackages(
  packages: Packages,
  folder: string,
  {
    scratch,
    source,
    run,
    signal,
  }: { scratch: string; source: string; run: RunToEnd; signal: AbortSignal | undefined },
): Promise<PinnedPackages> {
  const cwd = join(scratch, "packages");
  await rm(cwd, { recursive: true, force: true });
  await mkdir(cwd);
  const { args, env, refusalIn } = await npmGuard(run, { source, cwd }, signal);
  await writeFile(join(cwd, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  const install = [
    "install",
    "--ignore-scripts",
    "--omit=dev",
    "--no-bin-links",
    "--loglevel=error",
    ...lockOptions,
    ...args,
  ];
  await runProgram(run, { program: "npm", args: install, source, cwd, env, refusalIn }, signal);
  const installed = installedPackages(JSON.parse(await readFile(join(cwd, "package-lock.json"), "utf8")));
  await moveFile(join(cwd, "node_modules"), join(folder, "node_modules"));
  return installed;
}
