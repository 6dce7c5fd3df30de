// The stage of the chaos tests: a server with faults, kernels with an accelerated clock, and the events of each job.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPictor, loadConfiguration, type GenerationResult, type Pictor } from "@pictor/host";
import type { Clock } from "@pictor/kernel";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");
const sources = ["backend-remote", "workflow-txt2img", "output-files"].map((name) => ({
  kind: "directory" as const,
  path: join(import.meta.dirname, "../../../plugins", name),
}));

/** Acceleration of the kernel's clock: pauses of seconds become tens of milliseconds. */
const haste = 50;
/** Milliseconds that pass at most between two ticks of the clock, however long other processes keep this one waiting. */
const longestTickMs = 20;

/**
 * An accelerated clock that stands still while this process does not run. Otherwise the limits of the kernel would pass
 * on a busy machine before a server of the same process could answer.
 */
function startFastClock(): { readonly clock: Clock; stop(): void } {
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  let [now, ticked] = [performance.timeOrigin, performance.now()];
  const interval = setInterval(() => {
    const real = performance.now();
    now += Math.min(real - ticked, longestTickMs) * haste;
    ticked = real;
    const due = [...timers].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
    for (const timer of due) if (timers.delete(timer)) timer.callback();
  }, 5);
  return {
    clock: {
      now: () => now,
      after(ms, callback) {
        const timer = { at: now + ms, callback };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    stop: () => clearInterval(interval),
  };
}

/** A job as its user sees it. */
export interface Observed {
  readonly jobId: string;
  readonly batches: number;
  /** The prompt of the latest batch, once the server has it. */
  promptId?: string | undefined;
  /** The published states, in order. */
  readonly states: string[];
  readonly outputs: string[];
  readonly result: Promise<GenerationResult>;
  cancelled: boolean;
  cancel(): void;
}

export interface Stage {
  readonly server: EmbeddedServer;
  readonly jobs: Observed[];
  /** Starts a job that generates one small image per batch. */
  start(batches: number): void;
  /** Sends a request of another client. */
  other(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown>;
  /** Settles at the next event of any job, or after a moment. */
  moment(): Promise<void>;
  savedFiles(): readonly string[];
  close(): Promise<void>;
}

export const isImage = (path: string): boolean => PNG.sync.read(readFileSync(path)).width === 64;

/** Plugins are imported in real time, so that later kernels find them loaded. */
export async function startServer(): Promise<EmbeddedServer> {
  const pictor = await createPictor({ builtins: "none", plugins: sources });
  for (const { id } of pictor.plugins()) await pictor.load(id);
  await pictor.dispose();
  return startEmbeddedServer({ previews: "none" });
}

let seed = 0;

/** Creates a new client of the server, with its own folder for images. */
export async function openStage(server: EmbeddedServer): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), "pictor-chaos-"));
  const backends = { studio: { kind: "remote", baseUrl: server.url } };
  const { clock, stop } = startFastClock();
  const pictor: Pictor = await createPictor({
    builtins: "none",
    plugins: sources,
    configuration: await loadConfiguration({ directory, flags: { backend: "studio", backends } }),
    clock,
  });
  const jobs: Observed[] = [];
  let wake = (): void => undefined;
  const stage: Stage = {
    server,
    jobs,
    start(batches) {
      const params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, seed: String((seed += 10)) };
      const generation = pictor.generate({ workflow: "txt2img", params, directory, count: batches });
      const job: Observed = {
        jobId: generation.jobId,
        batches,
        states: [],
        outputs: [],
        result: generation.result,
        cancelled: false,
        cancel() {
          job.cancelled = true;
          void generation.cancel();
        },
      };
      jobs.push(job);
      void (async () => {
        for await (const event of generation.events) {
          if (event.type === "job") job.states.push(event.state);
          if (event.type === "job") job.promptId = event.promptId;
          if (event.type === "output" && event.output.path !== undefined) job.outputs.push(event.output.path);
          wake();
        }
      })();
    },
    async other(method, path, body) {
      const request = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const reply = await fetch(new URL(path, server.url), request).catch(() => undefined);
      const text = (await reply?.text().catch(() => "")) ?? "";
      return text.startsWith("{") ? (JSON.parse(text) as unknown) : undefined;
    },
    moment: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, 15);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    savedFiles: () => readdirSync(directory).filter((name) => name.endsWith(".png")),
    async close() {
      await pictor.dispose();
      stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return stage;
}
