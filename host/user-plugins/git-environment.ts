// What git may know while it reads a stranger's repository: how the user reaches and proves itself to servers, and no
// program else.

import type { RunOptions } from "@pictor/kernel";
import type { RunToEnd } from "./programs.js";

type Environment = NonNullable<RunOptions["env"]>;

/** Settings of the user that reach a server; all others could name a program that the files of a repository then start. */
const kept = "^(credential|http|url|safe)\\.|^core\\.(sshcommand|askpass)$|^ssh\\.variant$";

/** Settings that the user cannot change: nothing that a repository names is started, and nothing runs on after the command. */
const fixed: readonly (readonly [string, string])[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", "/dev/null"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["transfer.bundleURI", "false"],
  ["protocol.ext.allow", "never"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
];

/** Variables of a git that runs Pictor, as a hook does, and those that hold settings. */
const cleared = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_ATTR_SOURCE",
  "GIT_EXTERNAL_DIFF",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
];

/** No question on the terminal, and no protocol that is not documented. */
const constant: Environment = {
  ...Object.fromEntries(cleared.map((name): [string, undefined] => [name, undefined])),
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "https:ssh:file",
  GIT_LFS_SKIP_SMUDGE: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
  LC_ALL: "C",
};

/** Settings are passed in the environment, because every user of the machine can read arguments, and a setting may be a token. */
function withSettings(settings: readonly (readonly [string, string])[]): Environment {
  const numbered = settings.flatMap(([name, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...constant,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(numbered),
  };
}

/** The environment in which git reads repositories. Without a git, there are no settings of the user. */
export async function gitEnvironment(run: RunToEnd, signal?: AbortSignal): Promise<Environment> {
  const lines: string[] = [];
  await run("git", ["config", "--includes", "--get-regexp", kept], {
    // The settings of a repository around the working folder are not the user's.
    env: { ...constant, GIT_DIR: "/dev/null" },
    onLine: (line, stream) => {
      if (stream === "stdout") lines.push(line);
    },
    signal,
  });
  const own = lines.map((line): readonly [string, string] => {
    const [name = "", ...value] = line.split(" ");
    // A name without a value is a switch that is on.
    return [name, value.length === 0 ? "true" : value.join(" ")];
  });
  return withSettings([...own, ...fixed]);
}
