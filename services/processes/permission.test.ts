// The permission `process`.

import { expect, it } from "vitest";
import { createTestPictor, manifestOf } from "@pictor/host/testing";
import type { Plugin, PluginContext, RunningProcess } from "@pictor/kernel";

/** A plugin that passes its context to the test. */
function plugin(permissions: readonly object[]) {
  let context: PluginContext | undefined;
  const manifest = manifestOf("runs-checker", "gate", { description: "For tests", permissions });
  const own: Plugin = (given) => {
    context = given;
    return {};
  };
  return { inline: { manifest, plugin: own }, contextOf: () => context };
}

it("without it a plugin that reads `run` is told which permission to ask for", async () => {
  const { inline, contextOf } = plugin([{ name: "files", reason: "For tests." }]);
  const { pictor, dispose } = await createTestPictor({ plugins: [inline] });
  await pictor.load("runs-checker");
  expect(() => contextOf()?.run).toThrow(
    'The plugin runs-checker uses context.run without the permission "process".',
  );
  await dispose();
});

it("with it a plugin runs programs, which end with it", async () => {
  const { inline, contextOf } = plugin([{ name: "process", reason: "For tests." }]);
  const { pictor, dispose } = await createTestPictor({ plugins: [inline] });
  await pictor.load("runs-checker");
  const run = contextOf()?.run;
  expect(await run?.(process.execPath, ["-p", "1 + 1"]).ended).toMatchObject({ exitCode: 0, output: "2\n" });
  let started: RunningProcess | undefined;
  await new Promise<void>((resolve) => {
    const onLine = (): void => {
      resolve();
    };
    started = run?.(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1e6)"], { onLine });
  });
  await dispose();
  expect(await started?.ended).toMatchObject({ kind: process.platform === "win32" ? "exited" : "killed" });
  expect(await run?.(process.execPath, []).ended).toMatchObject({ kind: "not-started", code: "ABORT_ERR" });
});
