// Runs commands in a test over a real kernel, with backends whose facets, jobs and node classes the test sets.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPictor, type Pictor } from "@pictor/host";
import {
  loadConfiguration,
  type BackendFacets,
  type LoadedConfiguration,
  type PluginSource,
  type Question,
} from "@pictor/kernel";
import { createTestFolder, fakeBackendKinds, type FakeBackend } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import type { ExitCode } from "../base/exit-codes.js";
import type { GlobalOptions } from "../base/invocation.js";
import type { HostInteraction } from "../interaction/interaction.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { createHost, type CommandHost } from "../session/command-host.js";
import { fakeStreams } from "./fake-streams.js";
import { parseRecords } from "./fake-server.js";

export interface CommandRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  readonly questions: readonly Question[];
  /** The lines of `--json`. */
  readonly records: readonly unknown[];
}
export interface RunOptions extends GlobalOptions {
  /** The user's answers in order. If absent, nobody can be asked. */
  readonly answers?: readonly string[];
  readonly signal?: AbortSignal;
  readonly isTTY?: boolean;
}

export interface BackendFixture {
  readonly folder: string;
  readonly backend: FakeBackend;
  /** The current contents of `pictor.json`. */
  saved(): { readonly backends?: Readonly<Record<string, unknown>> };
  run(command: (host: CommandHost) => Promise<ExitCode>, options?: RunOptions): Promise<CommandRun>;
}

/** Disposed at the end of the test. By default `studio` is managed and `box` is plain. */
export async function createBackendFixture(
  facets: BackendFacets,
  backends: object = { studio: { kind: "managed" }, box: { kind: "plain" } },
  sources: readonly PluginSource[] = [],
): Promise<BackendFixture> {
  const folder = createTestFolder();
  const file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ backends }));
  const backend: FakeBackend = { facets, prompts: [], catalog: new Map(), opened: [] };
  const kernels: Pictor[] = [];
  const open = async (configuration: LoadedConfiguration): Promise<Pictor> => {
    const kernel = await createPictor({
      builtins: "none",
      plugins: [fakeBackendKinds(backend), ...sources],
      configuration,
    });
    kernels.push(kernel);
    return kernel;
  };
  onTestFinished(async () => {
    for (const kernel of kernels) await kernel.dispose();
  });
  return {
    folder,
    backend,
    saved: () => JSON.parse(readFileSync(file, "utf8")) as ReturnType<BackendFixture["saved"]>,
    async run(command, { answers, signal = new AbortController().signal, isTTY = false, ...globals } = {}) {
      const streams = fakeStreams(isTTY, { NO_COLOR: "1", TERM: "xterm" });
      const terminal = createTerminal(streams, globals);
      const left = [...(answers ?? [])];
      const questions: Question[] = [];
      const interaction: Partial<HostInteraction> = {
        hasPerson: answers !== undefined,
        ask(question) {
          questions.push(question);
          const wanted = left.shift();
          const found = question.choices.find(({ id, text }) => id === wanted || text === wanted);
          return Promise.resolve(found?.id ?? question.safeChoice);
        },
        show: terminal.note,
        progress: terminal.note,
      };
      const configuration = await loadConfiguration({ directory: folder });
      const parts = { terminal, interaction: interaction as HostInteraction, signal, streams, open };
      const host = createHost(await open(configuration), configuration, parts);
      const code = await command(host).catch((error: unknown) => reportFailure(error, terminal));
      const records = globals.json ? parseRecords(streams.written.out) : [];
      return { code, ...streams.written, questions, records };
    },
  };
}
