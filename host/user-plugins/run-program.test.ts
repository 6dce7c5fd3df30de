// What a person reads after npm or git has failed: the line that says most, without credentials.

import { expect, it } from "vitest";
import type { RunToEnd } from "./programs.js";
import { runProgram } from "./run-program.js";

const failing =
  (...lines: readonly string[]): RunToEnd =>
  (_file, _args, options) => {
    for (const line of lines) options?.onLine?.(line, "stderr");
    return Promise.resolve({ kind: "exited", exitCode: 128, output: "" });
  };

it.each([
  ["https://me:canary@host/a/", "https://host/a/"],
  ["https://me:can/ary@host/a/", "https://host/a/"],
  ["https://host/a.tgz?token=canary", "https://host/a.tgz?token=***"],
  ["ssh://git@host/a", "ssh://git@host/a"],
])("an error about %s names %s", async (address, told) => {
  const run = failing("Cloning into 'x'...", `fatal: no route to ${address} today.`);
  const call = { program: "git", args: ["clone"], source: "acme", cwd: "/" } as const;
  await expect(runProgram(run, call)).rejects.toMatchObject({
    code: "PLUGIN_SOURCE_FAILED",
    details: { reason: `no route to ${told} today` },
  });
});
