// A command's host over a kernel and a backend written in the test: what a server holds is data.

import { readFileSync } from "node:fs";
import type {
  AttachRequest,
  Backend,
  BackendInfo,
  CancelOutcome,
  Catalog,
  GenerateRequest,
  GenerationResult,
  Graph,
  JobEvent,
  PictorError,
  PromptSummary,
  SubmissionSnapshot,
  SubmissionResult,
  ValidateRequest,
} from "@pictor/host";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ExitCode } from "../base/exit-codes.js";
import type { GlobalOptions } from "../base/invocation.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import { type CommandHost } from "../session/command-host.js";
import { fakeStreams, piped } from "./fake-streams.js";

export const info: BackendInfo = {
  name: "studio",
  kind: "remote",
  title: "Studio",
  version: "1",
  facets: [],
};

export interface FakeServer {
  readonly info?: BackendInfo;
  readonly catalog?: Catalog;
  readonly prompts?: readonly PromptSummary[];
  readonly recalled?: SubmissionSnapshot;
  cancel?(promptId: string): Promise<CancelOutcome>;
  /** What is told of a prompt that is followed, and how that ends. */
  events?(): Iterable<JobEvent>;
  readonly result?: () => Promise<GenerationResult>;
  readonly submitted?: () => Promise<SubmissionResult>;
  /** What is wrong with any graph. */
  readonly problems?: readonly PictorError[];
}

export interface FakeRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The last line of `--json`. */
  record(): unknown;
  readonly asked: readonly unknown[];
}

/** What every workflow here builds. */
export const graph: Graph = { "1": { class_type: "Draw", inputs: { seed: 18446744073709551615n } } };

const workflow = {
  id: "draw",
  title: "Draw",
  plugin: "workflow-draw",
  params: { type: "object", properties: { prompt: { type: "string" }, seed: { type: "string" } } },
};

const isPublished = new Ajv2020({ discriminator: true, strict: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(new URL("../../schemas/events.schema.json", import.meta.url), "utf8")) as object,
);
/** The lines of `--json`; throws for one that is not of the published form. */
export const published = (out: string): readonly unknown[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => {
      const record: unknown = JSON.parse(line);
      if (isPublished(record)) return record;
      throw new Error(`${line}: ${JSON.stringify(isPublished.errors)}`);
    });

/** Runs a command against the server; `signal` is Ctrl-C, `typed` is piped in. */
export async function runOn(
  server: FakeServer,
  command: (host: CommandHost) => Promise<ExitCode>,
  {
    signal = new AbortController().signal,
    typed = "",
    ...globals
  }: GlobalOptions & { signal?: AbortSignal; typed?: string } = {},
): Promise<FakeRun> {
  const streams = fakeStreams(false, {}, piped(typed));
  const asked: unknown[] = [];
  const observers = new Set<(event: JobEvent) => void>();
  const note = <T>(name: string, given: unknown, value: T): T => {
    asked.push([name, given]);
    return value;
  };
  const backend: Partial<Backend> = {
    facets: {},
    info: () => Promise.resolve(server.info ?? info),
    catalog: () => Promise.resolve(server.catalog ?? new Map()),
    prompts: (options) => Promise.resolve(note("prompts", options?.limit, server.prompts ?? [])),
    fetchSubmission: () => Promise.resolve(server.recalled),
    cancel: (promptId) => note("cancel", promptId, server.cancel?.(promptId) ?? Promise.resolve("gone")),
  };
  /** A handle whose events come when they are asked for. */
  const follow = () => ({
    jobId: "j",
    events: (async function* () {
      await Promise.resolve();
      yield* server.events?.() ?? [];
    })(),
    cancel: () => Promise.resolve(note("cancel the job", "j", {})),
    get result() {
      return server.result!();
    },
  });
  const kernel = {
    problems: () => [],
    plugins: () => [],
    contributions: () => [workflow],
    hooks: {
      onEvent: {
        tap: (_options: object, observer: (event: JobEvent) => void) => {
          observers.add(observer);
          return () => observers.delete(observer);
        },
      },
    },
    openBackend: (name = "studio") =>
      Promise.resolve({ backend, instance: { name, kind: "remote", origin: "configured" } }),
    submit(request: GenerateRequest) {
      for (const event of server.events?.() ?? []) for (const observe of observers) observe(event);
      return note("submit", request, server.submitted!());
    },
    attach: (request: AttachRequest) => note("attach", request, follow()),
    generate: (request: GenerateRequest) => note("generate", request, follow()),
    build: (request: GenerateRequest) =>
      Promise.resolve(
        note("build", request, {
          drafts: [
            { graph, origins: {} },
            { graph, origins: {} },
          ],
        }),
      ),
    validate: (request: ValidateRequest) => Promise.resolve(note("validate", request, server.problems ?? [])),
  };
  const terminal = createTerminal(streams, globals);
  const host = { kernel, terminal, signal, streams } as unknown as CommandHost;
  const code = await command(host).catch((error: unknown) => reportFailure(error, terminal));
  const records = globals.json ? published(streams.written.out) : [];
  const record = (): unknown => records.at(-1);
  return { code, ...streams.written, record, asked };
}

/** Ctrl-C that the test presses. */
export function pressed(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}
