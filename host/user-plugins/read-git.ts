// Reads a plugin from a git repository: the files of one commit, byte for byte, without hooks, filters, submodules or
// other protocols.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveProblem } from "@pictor/archives";
import { ensureFolder } from "@pictor/kernel";
import { copyPluginFolder } from "./copy-folder.js";
import { gitEnvironment } from "./git-environment.js";
import type { PluginOrigin } from "./parse-source.js";
import type { RunToEnd } from "./programs.js";
import { pluginIn, type ReadPlugin } from "./read-source.js";
import { runProgram } from "./run-program.js";

type GitOrigin = Extract<PluginOrigin, { kind: "git" }>;

const isCommit = (ref: string | undefined): boolean => ref !== undefined && /^[0-9a-f]{40}$/.test(ref);

/** Before the attributes of the repository, which choose programs that convert files. */
const unchanged = "* -text -ident -filter -working-tree-encoding\n";

export async function readGitSource(
  origin: GitOrigin,
  scratch: string,
  run: RunToEnd,
  signal?: AbortSignal,
): Promise<ReadPlugin> {
  const { address, ref } = origin;
  const clone = join(scratch, "clone");
  const env = await gitEnvironment(run, signal);
  const git = (...args: readonly string[]) =>
    runProgram(run, { program: "git", args, source: address, cwd: scratch, env }, signal);
  if (ref !== undefined && isCommit(ref)) {
    await git("init", "--quiet", "--", clone);
    await git("-C", clone, "fetch", "--quiet", "--depth", "1", "--no-tags", "--", address, ref);
  } else {
    const branch = ref === undefined ? [] : ["--branch", ref];
    const options = ["--quiet", "--depth", "1", "--no-tags", "--no-checkout", "--no-recurse-submodules"];
    await git("clone", ...options, ...branch, "--", address, clone);
  }
  await ensureFolder(join(clone, ".git/info"));
  await writeFile(join(clone, ".git/info/attributes"), unchanged);
  await git("-C", clone, "checkout", "--quiet", "--detach", isCommit(ref) ? "FETCH_HEAD" : "HEAD");
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
  const env = await gitEnvironment(run, signal);
  const lines = await runProgram(run, { program: "git", args, source: address, cwd, env }, signal);
  // The line with ^{} names the commit of a tag that is an object of its own.
  return (lines.find((line) => line.endsWith("^{}")) ?? lines[0])?.split("\t", 1)[0];
}
