// The completion script for bash, run by bash.

import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { commandLine } from "../../cli/testing/command-line.js";

const folder = createTestFolder();
beforeAll(() => {
  const words = [process.execPath, ...commandLine];
  writeFileSync(
    join(folder, "pictor"),
    `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`,
  );
  chmodSync(join(folder, "pictor"), 0o755);
});

const completed = (...words: readonly string[]): readonly string[] => {
  const script = [
    "source <(pictor completion bash)",
    'COMP_WORDS=(pictor "$@")',
    "COMP_CWORD=$#",
    "_pictor",
    'printf "%s\\n" "${COMPREPLY[@]}"',
    "complete -p pictor",
  ].join("\n");
  const out = execFileSync("bash", ["--norc", "-c", script, "bash", ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}`, ...userVariables(folder) },
  }).trim();
  const lines = out.split("\n");
  expect(lines.at(-1)).toBe("complete -o default -F _pictor pictor");
  return lines.slice(0, -1);
};

it.each<readonly [readonly string[], readonly string[]]>([
  [["plugins", "ins"], ["inspect"]],
  [["generate", "txt2img", "--see"], ["--seed"]],
  [["generate", "txt2i"], ["txt2img"]],
  [["auth", "set", "x", "--type", "dig"], ["digest"]],
  [["plugins", "inspect", "--hook", "onE"], ["onEvent"]],
])("bash completes %j", (words, expected) => {
  expect(completed(...words)).toEqual(expected);
});
