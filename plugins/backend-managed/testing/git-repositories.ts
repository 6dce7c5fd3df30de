// Repositories that tests create with the git of this machine.

import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "./local-machine.js";

export interface Repository {
  readonly folder: string;
  readonly url: string;
  /** Writes files (undefined deletes one), commits, and settles with the commit. */
  commit(files: Readonly<Record<string, string | undefined>>, tag?: string): Promise<string>;
  git(...args: readonly string[]): string;
}

/** Excludes the git configuration of the user who runs the tests. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@localhost",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@localhost",
};

export function gitIn(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

export async function makeRepository(name: string, inside?: string): Promise<Repository> {
  const parent = inside ?? temporaryFolder();
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  gitIn(folder, "init", "--quiet", "--initial-branch=main");
  return {
    folder,
    url: pathToFileURL(folder).href,
    git: (...args) => gitIn(folder, ...args),
    async commit(files, tag) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        if (text === undefined) await rm(file, { recursive: true });
        else await writeFile(file, text);
      }
      gitIn(folder, "add", "--all");
      gitIn(folder, "commit", "--quiet", "--allow-empty", "--message", tag ?? "a change");
      if (tag !== undefined) gitIn(folder, "tag", tag);
      return gitIn(folder, "rev-parse", "HEAD");
    },
  };
}

export const pyproject = (name: string, version?: string, repository?: string): string =>
  [
    "[project]",
    `name = "${name}"`,
    ...(version === undefined ? [] : [`version = "${version}"`]),
    ...(repository === undefined ? [] : ["[project.urls]", `Repository = "${repository}"`]),
    "",
  ].join("\n");
