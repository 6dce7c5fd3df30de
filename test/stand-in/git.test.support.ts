// Runs git and Python for tests, without the configuration of the user or the machine.

import { execFileSync, spawnSync } from "node:child_process";
import { devNull } from "node:os";

/** Why tests with real installations are skipped; undefined if they can run. */
export const missingPrograms: string | undefined = (() => {
  const lacks = [
    ["git", ["--version"]],
    ["python3", ["-c", "import venv, ensurepip"]],
  ] as const;
  const missing = lacks.filter(([name, given]) => spawnSync(name, given).status !== 0).map(([name]) => name);
  return missing.length === 0 ? undefined : `${missing.join(" and ")} not found`;
})();

const person = { NAME: "Test", EMAIL: "test@example.org", DATE: "2026-01-02T03:04:05Z" };
const gitEnv = Object.fromEntries(
  Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]),
);

/** The environment of test processes, without settings for git, pip or Python. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(?:GIT_|PIP_|UV_|PYTHON|VIRTUAL_ENV|NODE_OPTIONS$|VITEST|npm_)/i.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    PIP_CONFIG_FILE: devNull,
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
}

/** Runs git in a folder. Returns its output without the last line end. */
export function git(folder: string, ...given: readonly string[]): string {
  const env = { ...cleanEnvironment(), ...gitEnv };
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return execFileSync("git", given, { cwd: folder, env, stdio, encoding: "utf8" }).trimEnd();
}

/** Runs a Python program. Returns its output. */
export const python = (code: string, ...given: readonly string[]): string =>
  execFileSync("python3", ["-c", code, ...given], { env: cleanEnvironment(), encoding: "utf8" });
