// Takes prompts from the queue one at a time, runs them in the worker thread, and stores the results.
import type { Worker } from "node:worker_threads";
import { type RunEvent, type RunRequest, pythonJson } from "@pictor/comfyui-graph";
import { statusMessage } from "@pictor/comfyui-protocol";
import type { Clients } from "../clients/clients.js";
import type { Logs } from "../clients/logs.js";
import type { Faults } from "../faults/faults.js";
import type { History } from "../prompts/history.js";
import type { Queue, QueueItem } from "../prompts/queue.js";
import { spawnWorker } from "../worker/spawn.js";
import type { WorkerRequest, WorkerSetup } from "../worker/worker-data.js";
import { createRunReporter, type RunReporter } from "./run-reporter.js";
import { isRecord } from "@pictor/kernel/plugin";

/** Texts by PNG keyword. */
function imageTexts(item: QueueItem): Record<string, string> {
  const extra = item.extraData["extra_pnginfo"];
  const members = isRecord(extra) ? Object.entries(extra).filter(([keyword]) => isKeyword(keyword)) : [];
  return {
    prompt: pythonJson(item.jsonGraph),
    ...Object.fromEntries(members.map(([keyword, value]) => [keyword, pythonJson(value)])),
  };
}

/** A PNG keyword has 1 to 79 printable Latin-1 characters and no space at either end (W3C PNG 11.3.4.2). */
const isKeyword = (text: string): boolean => /^(?! )[\x20-\x7e\xa1-\xff]{1,79}(?<! )$/.test(text);

export interface RunnerOptions extends Omit<WorkerSetup, "interruptFlag"> {
  readonly clients: Clients;
  readonly queue: Queue;
  readonly history: History;
  readonly logs: Logs;
  readonly previews: "auto" | "none";
  readonly faults?: Faults;
}

export type Runner = ReturnType<typeof createRunner>;

export function createRunner(options: RunnerOptions) {
  const { clients, queue, history, folders, tempTag, classes, nodeModule, faults } = options;
  const interruptFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const setup: WorkerSetup = { folders, tempTag, classes, interruptFlag, nodeModule };
  let reporter: RunReporter | undefined;
  let startedMs = 0;
  let isCacheCleared = false;
  let isClosing = false;
  let worker: Worker | undefined;

  function start(): Worker {
    const thread = spawnWorker(setup);
    thread.on("message", (event: RunEvent) => {
      faults?.onRunEvent(event);
      reporter?.receive(event);
      if (event.kind === "ended") finish();
    });
    thread.on("error", (error) => {
      if (isClosing) return;
      worker = undefined;
      reporter?.workerCrashed(error);
      finish();
    });
    return thread;
  }

  function finish(): void {
    const finished = reporter;
    reporter = undefined;
    if (!finished) return;
    const finishedPrompt = finished.finishedPrompt();
    history.add(finishedPrompt);
    queue.finish();
    announceStatus();
    finished.sendEnd();
    options.logs.write(`Prompt executed in ${((performance.now() - startedMs) / 1000).toFixed(2)} seconds`);
    faults?.onRunEnd(finishedPrompt.prompt.promptId);
    runNext();
  }

  function runNext(): void {
    if (isClosing || queue.running()) return;
    const item = queue.take();
    if (!item) return;
    Atomics.store(interruptFlag, 0, 0);
    announceStatus();
    startedMs = performance.now();
    reporter = createRunReporter(item, clients);
    worker ??= start();
    const clearCache = isCacheCleared;
    isCacheCleared = false;
    try {
      const runFaults = faults?.forRun(item);
      const request = {
        ...requestOf(item, options.previews),
        clearCache,
        ...(runFaults && { faults: runFaults }),
      };
      worker.postMessage(request satisfies WorkerRequest);
    } catch (error) {
      // Only a prompt whose request cannot be cloned fails; later prompts still run.
      reporter.workerCrashed(error as Error);
      finish();
    }
  }

  const announceStatus = (remaining = queue.remaining()): void => {
    clients.send("all", statusMessage(remaining));
  };

  return {
    /** Starts the worker before the first prompt arrives, because starting a worker takes a moment. */
    prepare() {
      if (!isClosing) worker ??= start();
    },
    /** Sends every client the number of prompts in the queue. */
    announceStatus: () => announceStatus(),
    submit(item: QueueItem) {
      queue.put(item);
      const remaining = queue.remaining();
      // Real servers send the reply before the first event of the run.
      setImmediate(() => {
        if (isClosing) return;
        announceStatus(remaining);
        runNext();
      });
    },
    /** Stops the running prompt, or only the one with this id, at its next step or node boundary. */
    interrupt(promptId?: string) {
      const running = queue.running();
      if (running && (promptId === undefined || promptId === running.promptId)) {
        Atomics.store(interruptFlag, 0, 1);
        Atomics.notify(interruptFlag, 0);
      }
    },
    /** Clears the result cache before the next prompt runs. */
    clearCache: () => (isCacheCleared = true),
    /** The node that runs now, if the running prompt is this client's. */
    activeNode: (clientId: string) =>
      queue.running()?.extraData["client_id"] === clientId ? reporter?.activeNode() : undefined,
    async close() {
      isClosing = true;
      await worker?.terminate();
    },
  };
}

function requestOf(item: QueueItem, previews: "auto" | "none"): RunRequest {
  const method = PREVIEW_METHODS.get(item.extraData["preview_method"]) ?? previews;
  return { graph: item.graph, outputs: item.outputs, texts: imageTexts(item), previews: method === "auto" };
}

/** Values of a prompt's `extra_data.preview_method`. Any other value leaves the setting of the server in force. */
const PREVIEW_METHODS: ReadonlyMap<unknown, "auto" | "none"> = new Map([
  ["none", "none"],
  ["auto", "auto"],
  ["latent2rgb", "auto"],
  ["taesd", "auto"],
]);
