// Commands over a real kernel with a backend kind written in the test: what it can do beyond the contract is data.

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
import { configurationWithBackend, type CommandHost } from "../session/command-host.js";
import { fakeStreams } from "./fake-streams.js";
import { published } from "./server-host.js";

/** What instances of the kinds `managed` and `plain` are in this test; read anew at every call. */
export interface Yard {
  facets: BackendFacets;
  prompts: readonly PromptSummary[];
  catalog: Catalog;
  /** Settings with which instances were opened, in order. */
  readonly opened: Readonly<Record<string, unknown>>[];
}

export interface YardRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly Question[];
  /** The lines of `--json`. */
  readonly records: readonly unknown[];
}
export interface YardRunOptions extends GlobalOptions {
  /** Of the person, in order; without any nobody can be asked. */
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
  id: "backend-yard",
  kind: "backend",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Yard",
  description: "Backends for tests",
  permissions: [{ name: "process", reason: "The test says that it runs programs." }],
  contributes: {
    backends: [
      { id: "managed", title: "Managed", settings },
      { id: "plain", title: "Plain", settings: { type: "object", properties: {} } },
    ],
  },
};

function backendOf(name: string, kind: string, yard: Yard): Backend {
  const part: Partial<Backend> = {
    info: () => Promise.resolve({ name, kind, title: "Yard server", version: "1.2.3", facets: [] }),
    prompts: () => Promise.resolve(yard.prompts),
    catalog: () => Promise.resolve(yard.catalog),
    close: () => Promise.resolve(),
    get facets() {
      return kind === "managed" ? yard.facets : {};
    },
  };
  return part as Backend;
}

const yardPlugin = (yard: Yard): PluginSource => ({
  kind: "inline",
  manifest,
  plugin: () => ({
    provides: {
      backends: Object.fromEntries(
        ["managed", "plain"].map((kind) => [
          kind,
          {
            open(given, { name }) {
              yard.opened.push(given);
              return Promise.resolve(backendOf(name, kind, yard));
            },
          },
        ]),
      ),
    },
  }),
});

export interface YardWorld {
  readonly folder: string;
  readonly yard: Yard;
  /** `pictor.json` as it is now. */
  saved(): { readonly backends?: Readonly<Record<string, unknown>> };
  run(command: (host: CommandHost) => Promise<ExitCode>, options?: YardRunOptions): Promise<YardRun>;
}

/** Ends with the test. `studio` is managed, `box` plain, unless other instances are given. */
export async function createYard(
  facets: BackendFacets,
  backends: object = { studio: { kind: "managed" }, box: { kind: "plain" } },
  sources: readonly PluginSource[] = [],
): Promise<YardWorld> {
  const folder = mkdtempSync(join(tmpdir(), "pictor-yard-"));
  const file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ backends }));
  const yard: Yard = { facets, prompts: [], catalog: new Map(), opened: [] };
  const kernels: Pictor[] = [];
  const open = async (configuration: LoadedConfiguration): Promise<Pictor> => {
    const kernel = await createPictor({
      builtins: "none",
      plugins: [yardPlugin(yard), ...sources],
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
    yard,
    saved: () => JSON.parse(readFileSync(file, "utf8")) as ReturnType<YardWorld["saved"]>,
    async run(command, { answers, signal = new AbortController().signal, isTTY = false, ...globals } = {}) {
      const streams = fakeStreams(isTTY, { NO_COLOR: "1", TERM: "xterm" });
      const terminal = createTerminal(streams, globals);
      const left = [...(answers ?? [])];
      const asked: Question[] = [];
      const interaction: Partial<HostInteraction> = {
        hasPerson: answers !== undefined,
        ask(question) {
          asked.push(question);
          return Promise.resolve(left.shift() ?? question.safeChoice);
        },
        show: terminal.note,
        progress: terminal.note,
      };
      const hostOf = (kernel: Pictor, configuration: LoadedConfiguration): CommandHost => ({
        ...{ kernel, configuration, terminal, signal, streams, interaction: interaction as HostInteraction },
        withProfile: () => Promise.reject(new Error("not in this test")),
        async withBackend(name, own) {
          const wider = configurationWithBackend(configuration, name, own);
          return hostOf(await open(wider), wider);
        },
      });
      const configuration = await loadConfiguration({ directory: folder });
      const host = hostOf(await open(configuration), configuration);
      const code = await command(host).catch((error: unknown) => reportFailure(error, terminal));
      const records = globals.json ? published(streams.written.out) : [];
      return { code, ...streams.written, asked, records };
    },
  };
}

/** A lifecycle that does what it is told, and remembers that. */
export interface FakeServer {
  state: InstanceState;
  readonly done: string[];
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

export function fakeLifecycle(state: InstanceState = { state: "stopped" }): FakeServer {
  const server: FakeServer = {
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
