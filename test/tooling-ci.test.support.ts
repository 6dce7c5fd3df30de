// A copy of .ci/ in an empty project, run with a fake for every program that could change the machine.

import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { beforeEach } from "vitest";

const root = join(import.meta.dirname, "..");
/** What the scripts need, and what reads or writes nothing but the test's own folder. */
const harmless = ["bash", "cat", "chmod", "dirname", "env", "mkdir", "mktemp", "mv", "rm", "timeout", "true"];
const everyProgram = ["git", "python3", "redis-server", "exiftool", "glewlwyd", "promtool", "chromium"];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const findProgram = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);

/** The folder of the project of the test that is running. */
export let project = "";

beforeEach(() => {
  project = createTestFolder();
  cpSync(join(root, ".ci"), join(project, ".ci"), { recursive: true });
  mkdirSync(join(project, "bin"));
  // Not every system has `timeout`, without which there are no limits.
  for (const name of harmless) {
    const path = findProgram(name);
    if (path !== undefined) symlinkSync(path, join(project, "bin", name));
  }
  symlinkSync(process.execPath, join(project, "bin/node"));
});

/** A program that writes down how it was called, and does what the lines of a shell `case` for its parameters say. */
function fake(name: string, cases: readonly string[] = []): void {
  const path = join(project, "bin", name);
  const lines = [
    `#!${join(project, "bin/bash")}`,
    `echo "${name} $*" >>'${join(project, "calls")}'`,
    'all="$*"; report="${all##*--outputFile.json=}"',
    'case "$*" in',
    ...cases,
    "*) exit 0 ;;",
    "esac",
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  chmodSync(path, 0o755);
}

export interface Situation {
  readonly parameters?: readonly string[];
  /** What npm does; `$report` is the path of vitest's report. */
  readonly npm?: readonly string[];
  readonly uid?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly installed?: readonly string[];
  readonly apt?: readonly string[];
}

/** No program of the machine can be reached: PATH holds one folder, and the scripts name no program by its path. */
export function ci(situation: Situation = {}) {
  const { parameters = [], npm = [], uid = 1000, env = {}, installed = everyProgram } = situation;
  // There is no other Node unless the situation brings one.
  fake("npm", [...npm, "install*) exit 1 ;;"]);
  fake("id", [`-u) echo ${uid} ;;`]);
  fake("uname", ["*) echo Linux x86_64 ;;"]);
  fake("dpkg-query", ["*) exit 1 ;;"]);
  fake("setpriv", ["*) exit 1 ;;"]);
  fake("sudo", [`*) shift; "$@" ;;`]);
  fake("apt-get", situation.apt);
  for (const name of ["service", "chown", "tar", ...installed]) fake(name);
  const { status, stdout, stderr } = spawnSync(
    join(project, "bin/bash"),
    [join(project, ".ci/run"), ...parameters],
    {
      cwd: project,
      env: { PATH: join(project, "bin"), HOME: project, TMPDIR: project, ...env },
      encoding: "utf8",
    },
  );
  const calls = existsSync(join(project, "calls"))
    ? readFileSync(join(project, "calls"), "utf8").trimEnd().split("\n")
    : [];
  return { status, stdout, stderr, calls, last: stdout.trimEnd().split("\n").at(-1) };
}
