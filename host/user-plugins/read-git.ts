// Reads a plugin from a git repository: one commit, without hooks, submodules or other protocols.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveProblem } from "@pictor/archives";
import { copyPluginFolder } from "./copy-folder.js";
import type { PluginOrigin } from "./parse-source.js";
import type { RunToEnd } from "./programs.js";
import { pluginIn, type ReadPlugin } from "./read-source.js";
import { runProgram } from "./run-program.js";

type GitOrigin = Extract<PluginOrigin, { kind: "git" }>;

const isCommit = (ref: string | undefined): boolean => ref !== undefined && /^[0-9a-f]{40}$/.test(ref);

export async function readGitSource(
  origin: GitOrigin,
  scratch: string,
  run: RunToEnd,
  signal?: AbortSignal,
): Promise<ReadPlugin> {
  const { address, ref } = origin;
  const clone = join(scratch, "clone");
  const safe = ["-c", `core.hooksPath=${join(scratch, "no-hooks")}`, "-c", "advice.detachedHead=false"];
  const git = (...args: readonly string[]) =>
    runProgram(run, { program: "git", args: [...safe, ...args], source: address, cwd: scratch }, signal);
  if (ref !== undefined && isCommit(ref)) {
    await mkdir(clone);
    await git("init", "--quiet", "--template=", "--", clone);
    await git("-C", clone, "fetch", "--quiet", "--depth", "1", "--no-tags", "--", address, ref);
    await git("-C", clone, "checkout", "--quiet", "FETCH_HEAD");
  } else {
    const branch = ref === undefined ? [] : ["--branch", ref];
    const options = ["--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules", "--template="];
    await git("clone", ...options, ...branch, "--", address, clone);
  }
  const [commit = ""] = await git("-C", clone, "rev-parse", "HEAD");
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new ArchiveProblem("it has no commit");
  const folder = join(scratch, "files");
  await copyPluginFolder(clone, folder);
  return { folder: await pluginIn(folder), source: { ...origin, commit } };
}

/** The commit at which the branch or tag is now; undefined if the repository no longer has it. */
export async function newestCommit(
  { address, ref = "HEAD" }: GitOrigin,
  cwd: string,
  run: RunToEnd,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (isCommit(ref)) return ref;
  const args = ["ls-remote", "--", address, ref, `${ref}^{}`];
  const lines = await runProgram(run, { program: "git", args, source: address, cwd }, signal);
  // The line with ^{} names the commit of a tag that is an object of its own.
  return (lines.find((line) => line.endsWith("^{}")) ?? lines[0])?.split("\t", 1)[0];
}
