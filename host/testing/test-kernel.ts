// A whole kernel for a test: the plugins it names, a fake clock, and the log as a list.

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration, type LogLine, type Plugin, type PluginSource } from "@pictor/kernel";
import { createPictor } from "../create-pictor.js";
import type { Pictor, PictorOptions } from "../types.js";
import { createFakeClock, settlePromises, type FakeClock } from "./fake-clock.js";

/** What `createTestKernel` is given. */
export interface TestKernelOptions extends Pick<
  PictorOptions,
  "interaction" | "defaultBackends" | "attributeRejections"
> {
  /** Folders with a plugin.json, or plugins written in the test. */
  readonly plugins: readonly (string | { readonly manifest: unknown; readonly plugin: Plugin })[];
  /** The content of a pictor.json, above what lies in `directory`. Default: nothing. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Where relative paths of the configuration start. Default: a temporary folder of its own, made only when something is saved. */
  readonly directory?: string;
}

/** A kernel, and what a test holds of it. */
export interface TestKernel {
  readonly kernel: Pictor;
  /** The kernel's, and its plugins'. */
  readonly clock: FakeClock;
  /** Every line so far, redacted as a host would see it. */
  readonly log: readonly LogLine[];
  /** Disposes the kernel; limits that would hold it up are reached by advancing the clock. */
  dispose(): Promise<void>;
}

/** Throws what `loadConfiguration` throws; bad plugins are in `kernel.problems()`, as for a host. */
export async function createTestKernel(options: TestKernelOptions): Promise<TestKernel> {
  const {
    plugins,
    configuration,
    directory = join(tmpdir(), `pictor-test-${randomUUID()}`),
    ...host
  } = options;
  const clock = createFakeClock();
  const log: LogLine[] = [];
  const sources = plugins.map((plugin): PluginSource =>
    typeof plugin === "string" ? { kind: "directory", path: plugin } : { kind: "inline", ...plugin },
  );
  const kernel = await createPictor({
    ...host,
    builtins: "none",
    plugins: sources,
    clock,
    configuration: await loadConfiguration({ directory, flags: configuration ?? {} }),
    log: (line) => log.push(line),
  });
  return {
    kernel,
    clock,
    log,
    async dispose() {
      let turns = 100;
      const disposing = kernel.dispose().finally(() => (turns = 0));
      while (turns-- > 0) {
        await settlePromises();
        if (clock.pending() > 0) await clock.advance(10_000);
      }
      await disposing;
    },
  };
}
