// Runs commands in a test over a real kernel, with backends whose facets, jobs and node classes the test sets.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPictor,
  loadConfiguration,
  type Backend,
  type BackendFacets,
  type Catalog,
  type InstanceState,
  type Pictor,
  type LoadedConfiguration,
  type PluginSource,
  type PromptSummary,
  type Question,
} from "@pictor/host";
import { onTestFinished } from "vitest";
import type { ExitCode } from "../base/exit-codes.js";
import type { GlobalOptions } from "../base/invocation.js";
import type { HostInteraction } from "../interaction/interaction.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { createHost, type CommandHost } from "../session/command-host.js";
import { fakeStreams } from "./fake-streams.js";
import { parseRecords } from "./fake-server.js";

/** The data behind all instances. Only those of the kind `managed` have the facets. Every call reads the current values. */
export interface FakeBackend {
  facets: BackendFacets;
  prompts: readonly PromptSummary[];
  catalog: Catalog;
  /** The settings of each opened instance, in order. */
  readonly opened: Readonly<Record<string, unknown>>[];
}

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

const settings = {
  type: "object",
  properties: {
    directory: { type: "string", format: "path" },
    install: {
      type: "object",
      properties: {
        device: { type: "string", enum: ["auto", "cpu"], default: "auto" },
        version: { type: "string", default: "latest" },
        packages: { type: "array", items: { type: "string" }, default: [] },
      },
    },
    launch: {
      type: "object",
      properties: { port: { type: "integer", minimum: 0, maximum: 65535, default: 8188 } },
    },
  },
};
const manifest = {
  manifestVersion: 1,
  id: "backend-fake",
  kind: "backend",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Fake",
  description: "Backends for tests",
  permissions: [{ name: "process", reason: "The test says that it runs programs." }],
  contributes: {
    backends: [
      { id: "managed", title: "Managed", settings },
      { id: "plain", title: "Plain", settings: { type: "object", properties: {} } },
    ],
  },
};

function backendOf(name: string, kind: string, fake: FakeBackend): Backend {
  const part: Partial<Backend> = {
    info: () => Promise.resolve({ name, kind, title: "Fake server", version: "1.2.3", facets: [] }),
    prompts: () => Promise.resolve(fake.prompts),
    catalog: () => Promise.resolve(fake.catalog),
    close: () => Promise.resolve(),
    get facets() {
      return kind === "managed" ? fake.facets : {};
    },
  };
  return part as Backend;
}

const fakePlugin = (fake: FakeBackend): PluginSource => ({
  kind: "inline",
  manifest,
  plugin: () => ({
    provides: {
      backends: Object.fromEntries(
        ["managed", "plain"].map((kind) => [
          kind,
          {
            open(instanceSettings, { name }) {
              fake.opened.push(instanceSettings);
              return Promise.resolve(backendOf(name, kind, fake));
            },
          },
        ]),
      ),
    },
  }),
});

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
  const folder = mkdtempSync(join(tmpdir(), "pictor-backend-"));
  const file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ backends }));
  const backend: FakeBackend = { facets, prompts: [], catalog: new Map(), opened: [] };
  const kernels: Pictor[] = [];
  const open = async (configuration: LoadedConfiguration): Promise<Pictor> => {
    const kernel = await createPictor({
      builtins: "none",
      plugins: [fakePlugin(backend), ...sources],
      configuration,
    });
    kernels.push(kernel);
    return kernel;
  };
  onTestFinished(async () => {
    for (const kernel of kernels) await kernel.dispose();
    rmSync(folder, { recursive: true, force: true });
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

/** A lifecycle facet in memory. */
export interface FakeLifecycle {
  state: InstanceState;
  /** The operations that were called, in order. */
  readonly done: string[];
  /** Of the log. */
  readonly lines: string[];
  readonly facet: NonNullable<BackendFacets["lifecycle"]>;
}

export const running = {
  state: "running",
  url: "http://127.0.0.1:8188/",
  pid: 4711,
  owner: "nobody",
  since: Date.UTC(2026, 0, 1),
} as const satisfies InstanceState;

export function fakeLifecycle(state: InstanceState = { state: "stopped" }): FakeLifecycle {
  const server: FakeLifecycle = {
    state,
    done: [],
    lines: [],
    facet: {
      state: () => Promise.resolve(server.state),
      start(options = {}) {
        server.done.push(options.keep ? "start, kept" : "start");
        options.progress?.({ step: "start", title: "Start the server", index: 0, count: 1 });
        server.state = { ...running, owner: options.keep ? "nobody" : "this" };
        return Promise.resolve();
      },
      stop() {
        server.done.push("stop");
        server.state = { state: "stopped" };
        return Promise.resolve();
      },
      restart() {
        server.done.push("restart");
        return Promise.resolve();
      },
      async *logs({ follow, lines = Infinity, signal } = {}) {
        yield* lines === 0 ? [] : server.lines.slice(-lines);
        if (!follow) return;
        while (!signal?.aborted) await new Promise((resolve) => setImmediate(resolve));
      },
    },
  };
  return server;
}
