// createTestPictor: kernel and services for a test, with the plugins that the test names, a fake clock and a recorded log.

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration, type LogLine, type Plugin, type PluginSource } from "@pictor/kernel";
import { createPictor } from "../create-pictor.js";
import type { Pictor, PictorOptions } from "../types.js";
import { importPluginModule } from "./import-module.js";
import { createFakeClock, settlePromises, type FakeClock } from "./fake-clock.js";

/** Options of `createTestPictor`. */
export interface TestPictorOptions extends Pick<
  PictorOptions,
  "interaction" | "defaultBackends" | "attributeRejections"
> {
  /** Folders with a plugin.json, or plugins written in the test. */
  readonly plugins: readonly (string | { readonly manifest: unknown; readonly plugin: Plugin })[];
  /** The content of a pictor.json; overrides the files in `directory`. Default: empty. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Base of relative paths in the configuration. Default: a new path in the temporary folder, created on the first save. */
  readonly directory?: string;
}

/** A Pictor under test, with its clock and its log. */
export interface TestPictor {
  readonly pictor: Pictor;
  /** The clock of the kernel and of its plugins. */
  readonly clock: FakeClock;
  /** Every log line so far, redacted as for a host. */
  readonly log: readonly LogLine[];
  /** Disposes everything, and advances the clock so that no timeout delays the disposal. */
  dispose(): Promise<void>;
}

/** Rejects as `loadConfiguration`. Invalid plugins do not reject: see `pictor.problems()`. */
export async function createTestPictor(options: TestPictorOptions): Promise<TestPictor> {
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
  const pictor = await createPictor({
    ...host,
    builtins: "none",
    plugins: sources,
    clock,
    configuration: await loadConfiguration({ directory, flags: configuration ?? {} }),
    log: (line) => log.push(line),
    importModule: importPluginModule,
  });
  return {
    pictor,
    clock,
    log,
    async dispose() {
      let turns = 100;
      const disposing = pictor.dispose().finally(() => (turns = 0));
      while (turns-- > 0) {
        await settlePromises();
        if (clock.pending() > 0) await clock.advance(10_000);
      }
      await disposing;
    },
  };
}
