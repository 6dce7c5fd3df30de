// Takes prompts from the queue, one at a time, has the worker execute them, and stores how they ended.
import type { Worker } from "node:worker_threads";
import type { RunnerFaults } from "../faults/hooks.js";
import type { DataFolders } from "../files/data-folder.js";
import type { ExtraClasses } from "../nodes/extra-classes.js";
import type { RunEvent, RunOrder, WorkerSetup } from "../worker/channel.js";
import { spawnWorker } from "../worker/spawn.js";
import type { Clients } from "./clients.js";
import type { History } from "./history.js";
import type { Logs } from "./logs.js";
import { runTexts } from "./run-texts.js";
import type { Queue, QueueItem } from "./queue.js";
import { createRunReport, type RunReport } from "./run-report.js";

export interface RunnerOptions {
  readonly clients: Clients;
  readonly queue: Queue;
  readonly history: History;
  readonly folders: DataFolders;
  readonly logs: Logs;
  readonly previews: "auto" | "none";
  readonly tempTag: string;
  readonly classes: ExtraClasses;
  /** What a test wants to go wrong with runs. */
  readonly faults?: RunnerFaults;
}

export interface Runner {
  /** Starts the worker, which takes a moment, for a client that has come and will submit. */
  prepare(): void;
  submit(item: QueueItem): void;
  /** Stops the running prompt, or only the one with this id, at its next step or node boundary. */
  interrupt(promptId?: string): void;
  /** Has the next prompt start without the results of earlier ones. */
  forgetResults(): void;
  /** The node at work for this client, to tell a socket that reconnects. */
  activeNode(clientId: string): string | undefined;
  /** Tells every client how many prompts remain. */
  announceStatus(): void;
  close(): Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  const { clients, queue, history, folders } = options;
  const interrupt = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const flag = new Int32Array(interrupt);
  const setup: WorkerSetup = { folders, tempTag: options.tempTag, classes: options.classes, interrupt };
  let report: RunReport | undefined;
  let startedMs = 0;
  let forget = false;
  let closing = false;
  let worker: Worker | undefined;

  function start(): Worker {
    const thread = spawnWorker(setup);
    thread.on("message", (event: RunEvent) => {
      options.faults?.reported(event);
      report?.receive(event);
      if (event.kind === "ended") finish();
    });
    thread.on("error", (error) => {
      crashed(error);
    });
    return thread;
  }

  function crashed(error: Error): void {
    if (closing) return;
    worker = undefined;
    if (!report) return;
    report.crashed(error);
    finish();
  }

  function finish(): void {
    const ended = report;
    report = undefined;
    if (!ended) return;
    history.add(ended.record());
    queue.finish();
    announceStatus();
    ended.close();
    options.logs.write(`Prompt executed in ${((performance.now() - startedMs) / 1000).toFixed(2)} seconds`);
    options.faults?.ended(ended.record().item.promptId);
    next();
  }

  function next(): void {
    if (closing || queue.running()) return;
    const item = queue.take();
    if (!item) return;
    Atomics.store(flag, 0, 0);
    announceStatus();
    startedMs = performance.now();
    report = createRunReport(item, clients);
    worker ??= start();
    const dropped = forget;
    forget = false;
    try {
      const faults = options.faults?.forRun(item);
      worker.postMessage({ ...orderOf(item, options.previews), forget: dropped, ...(faults && { faults }) });
    } catch (error) {
      // What cannot be handed over fails by itself; the prompts behind it have their turn.
      report.crashed(error as Error);
      finish();
    }
  }

  const announceStatus = (remaining = queue.remaining()): void => {
    clients.send("everybody", "status", { status: { exec_info: { queue_remaining: remaining } } });
  };

  return {
    prepare() {
      if (!closing) worker ??= start();
    },
    announceStatus: () => {
      announceStatus();
    },
    submit(item) {
      queue.put(item);
      const remaining = queue.remaining();
      // After the reply, which real servers send before the first event.
      setImmediate(() => {
        if (closing) return;
        announceStatus(remaining);
        next();
      });
    },
    interrupt(promptId) {
      const running = queue.running();
      if (running && (promptId === undefined || promptId === running.promptId)) {
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      }
    },
    forgetResults: () => (forget = true),
    activeNode: (clientId) =>
      queue.running()?.extraData["client_id"] === clientId ? report?.activeNode() : undefined,
    async close() {
      closing = true;
      await worker?.terminate();
    },
  };
}

function orderOf(item: QueueItem, previews: "auto" | "none"): RunOrder {
  const wish = item.extraData["preview_method"];
  const shown = (PREVIEW_METHODS.get(wish) ?? previews) === "auto";
  return { graph: item.graph, outputs: item.outputs, texts: runTexts(item), previews: shown };
}

/** A prompt's own `extra_data.preview_method`; other values leave the server's setting. */
const PREVIEW_METHODS: ReadonlyMap<unknown, "auto" | "none"> = new Map([
  ["none", "none"],
  ["auto", "auto"],
  ["latent2rgb", "auto"],
  ["taesd", "auto"],
]);
