// Which process a pid means, on systems where a program tells it, and where that program is missing.

import { expect, it } from "vitest";
import type { Instance } from "../../instance.js";
import { createServerContext } from "../record/server-context.js";
import { identifyProcess } from "./process-identity.js";

function machine(platform: NodeJS.Platform, ended: object) {
  const started: string[] = [];
  const run = (file: string) => {
    started.push(file);
    return { ended: Promise.resolve(ended) };
  };
  return { started, instance: { name: "studio", platform, run } as unknown as Instance };
}

it.each<[NodeJS.Platform, string, string, string]>([
  ["win32", "powershell", "133700000000000000\r\n", "/133700000000000000"],
  ["darwin", "ps", "Sun Nov 29  04:00:00 2026\n", "/Sun Nov 29 04:00:00 2026"],
])("on %s, %s tells when a process was started", async (platform, program, output, start) => {
  const { started, instance } = machine(platform, { kind: "exited", exitCode: 0, output });
  expect(await identifyProcess(7, instance)).toEqual({ pid: 7, start });
  expect(started).toEqual([program]);
});

it.each<[NodeJS.Platform, string]>([
  ["win32", "PowerShell"],
  ["darwin", "ps"],
])("on %s without %s, the error names that program", async (platform, program) => {
  const { instance } = machine(platform, { kind: "not-started", reason: "not found" });
  const context = createServerContext(instance, undefined, {} as never);
  await expect(context.ownIdentity()).rejects.toMatchObject({
    code: "MANAGED_PROCESS_TIMES",
    what: expect.stringContaining(program),
  });
});
