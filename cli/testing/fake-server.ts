// Runs commands in a test without a kernel: the data and results of the server are set by the test, and calls are recorded.

import { tmpdir } from "node:os";
import { join } from "node:path";
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
  Problem,
  PromptSummary,
  SubmissionSnapshot,
  SubmissionResult,
  ValidateRequest,
} from "@pictor/kernel";
import { userVariables } from "@pictor/host/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ExitCode } from "../base/exit-codes.js";
import type { GlobalOptions } from "../base/invocation.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal } from "../output/terminal.js";
import type { CommandHost } from "../session/command-host.js";
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
  readonly submission?: SubmissionSnapshot;
  cancel?(promptId: string): Promise<CancelOutcome>;
  /** The events of every generation or watched job. */
  events?(): Iterable<JobEvent>;
  /** The result of every generation or watched job. */
  readonly result?: () => Promise<GenerationResult>;
  readonly submitted?: () => Promise<SubmissionResult>;
  /** The problems of every validated graph. */
  readonly problems?: readonly PictorError[];
  /** What validation reports of every graph, besides its problems. */
  readonly notes?: readonly Problem[];
  /** Ids of workflows that the server has besides `draw`. */
  readonly workflows?: readonly string[];
  /** Why nothing can be built. */
  readonly buildError?: PictorError;
}

export interface ServerRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The last record of `--json`. */
  record(): unknown;
  /** The calls to the kernel and the backend: name and argument. */
  readonly calls: readonly unknown[];
}

/** The graph that every workflow builds. */
export const graph: Graph = { "1": { class_type: "Draw", inputs: { seed: 18446744073709551615n } } };

const workflow = {
  id: "draw",
  title: "Draw",
  plugin: "workflow-draw",
  params: { type: "object", properties: { prompt: { type: "string" }, seed: { type: "string" } } },
};

const isEventRecord = new Ajv2020({ discriminator: true, strict: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(new URL("../../schemas/events.schema.json", import.meta.url), "utf8")) as object,
);
/** Parses the lines of `--json`. Throws for a line that does not match schemas/events.schema.json. */
export const parseRecords = (out: string): readonly unknown[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => {
      const record: unknown = JSON.parse(line);
      if (isEventRecord(record)) return record;
      const where =
        "Describe new members in `result` of schemas/events.schema.json, and new lines beside it.";
      throw new Error(`${where} ${line}: ${JSON.stringify(isEventRecord.errors)}`);
    });

/** Runs a command. `signal` stands for Ctrl-C, and `typed` is the text on standard input. */
export async function runWithServer(
  server: FakeServer,
  command: (host: CommandHost) => Promise<ExitCode>,
  {
    signal = new AbortController().signal,
    typed = "",
    ...globals
  }: GlobalOptions & { signal?: AbortSignal; typed?: string } = {},
): Promise<ServerRun> {
  // A folder of the tests, also for a user without a home folder.
  const env = userVariables(join(tmpdir(), "user"));
  const streams = fakeStreams(false, env, piped(typed));
  const calls: unknown[] = [];
  const observers = new Set<(event: JobEvent) => void>();
  const record = <T>(name: string, argument: unknown, value: T): T => {
    calls.push([name, argument]);
    return value;
  };
  const backend: Partial<Backend> = {
    facets: {},
    info: () => Promise.resolve(server.info ?? info),
    catalog: () => Promise.resolve(server.catalog ?? new Map()),
    prompts: (options) => Promise.resolve(record("prompts", options?.limit, server.prompts ?? [])),
    fetchSubmission: () => Promise.resolve(server.submission),
    cancel: (promptId) => record("cancel", promptId, server.cancel?.(promptId) ?? Promise.resolve("gone")),
  };
  const createHandle = () => ({
    jobId: "j",
    events: (async function* () {
      await Promise.resolve();
      yield* server.events?.() ?? [];
    })(),
    cancel: () => Promise.resolve(record("cancel the job", "j", {})),
    get result() {
      return server.result!();
    },
  });
  const kernel = {
    problems: () => [],
    plugins: () => [],
    contributions: () => [workflow, ...(server.workflows ?? []).map((id) => ({ ...workflow, id }))],
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
      return record("submit", request, server.submitted!());
    },
    attach: (request: AttachRequest) => record("attach", request, createHandle()),
    generate: (request: GenerateRequest) => record("generate", request, createHandle()),
    build(request: GenerateRequest) {
      if (server.buildError !== undefined) return Promise.reject(server.buildError);
      const draft = { graph, origins: {}, inputs: [] };
      return Promise.resolve(record("build", request, { drafts: [draft, draft] }));
    },
    validate(request: ValidateRequest) {
      for (const note of server.notes ?? []) request.report?.(note);
      return Promise.resolve(record("validate", request, server.problems ?? []));
    },
  };
  const terminal = createTerminal(streams, globals);
  const host = { kernel, terminal, signal, streams } as unknown as CommandHost;
  const code = await command(host).catch((error: unknown) => reportFailure(error, terminal));
  const records = globals.json ? parseRecords(streams.written.out) : [];
  return { code, ...streams.written, record: () => records.at(-1), calls };
}
