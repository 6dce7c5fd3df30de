// A server in memory that tests control: it queues, runs, forgets, stops answering and restarts, as real servers do.

import {
  type Backend,
  type BackendEvent,
  type Clock,
  type FacetName,
  type NodeClass,
  type PictorError,
  fault,
} from "@pictor/kernel";
import { fakeBackendPlugin, nodeClass } from "./fake-backend.js";
import { createFakeQueue } from "./fake-queue.js";
import { crashed, createSubmissions, unreachable } from "./fake-submissions.js";

export interface FakeServerOptions {
  /** Facets that `info` reports. `members` makes a job submit all batches at once. Default: none. */
  readonly facets?: readonly FacetName[];
}

export function createFakeServer({ facets = [] }: FakeServerOptions = {}) {
  let clock: Clock | undefined;
  let isUp = true;
  /** The error of every call while the server is down. */
  let downError = unreachable();
  let isConnected = true;
  const calls: string[] = [];
  const listeners = new Set<(event: BackendEvent) => void>();
  const deletedFiles = new Set<string>();
  const failures = new Map<string, (PictorError | undefined)[]>();
  const content = { classes: [nodeClass] as readonly NodeClass[], outputNodes: ["Save"] };

  const emit = (event: BackendEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const send = (event: BackendEvent): void => {
    if (isConnected) emit(event);
  };
  const setConnected = (to: boolean): void => {
    if (isConnected === to) return;
    isConnected = to;
    emit({ type: "connection", state: to ? "open" : "lost" });
  };
  const outage = { totalMs: 0, since: 0 };
  const down = (): void => {
    if (isUp) outage.since = clock?.now() ?? 0;
    isUp = false;
    setConnected(false);
  };
  const { clear, state, cancel, start, ...prompts } = createFakeQueue({ send, clock: () => clock });
  const { submit, breakOff, ...submissions } = createSubmissions({
    accept: prompts.accept,
    closePort: down,
    clock: () => clock,
  });
  const forget = (): void => {
    clear();
    breakOff();
  };

  const call = async <T>(name: string, answer: () => T | Promise<T>): Promise<T> => {
    calls.push(name);
    await Promise.resolve();
    if (!isUp) throw downError;
    const failure = failures.get(name)?.shift();
    if (failure !== undefined) throw failure;
    const value = await answer();
    await Promise.resolve();
    return value;
  };

  const backend: Backend = {
    facets: {},
    info: () => call("info", () => ({ name: "fake", kind: "fake", title: "Fake", version: "1", facets })),
    catalog: () => call("catalog", () => new Map(content.classes.map((known) => [known.name, known]))),
    events: (listener) =>
      call("events", () => {
        listeners.add(listener);
        listener({ type: "connection", state: "open" });
        return () => void listeners.delete(listener);
      }),
    submit: (submission, { detached = false, signal } = {}) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort);
        const submitting = call("submit", () => submit(submission, detached));
        submitting.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
      }),
    cancel: (promptId) => call("cancel", () => cancel(promptId)),
    state: (promptId) => call("state", () => state(promptId)),
    prompts: () =>
      call("prompts", () =>
        [...prompts.submissions].flatMap(([promptId, { record }]) => {
          const { state: found } = state(promptId);
          return found === "unknown" ? [] : [{ promptId, state: found, ...(record ? { record } : {}) }];
        }),
      ),
    fetchSubmission: (promptId) =>
      call("fetchSubmission", () => {
        const known = prompts.submissions.get(promptId);
        if (known === undefined || state(promptId).state === "unknown") return undefined;
        const { graph, record } = known;
        return { graph, outputs: content.outputNodes, ...(record ? { record } : {}) };
      }),
    upload: (file, { progress } = {}) =>
      call("upload", () => {
        progress?.(3, 3);
        return `stored/${file.name}`;
      }),
    async *fetchOutput(file) {
      await call("fetchOutput", () => undefined);
      if (deletedFiles.has(file.filename))
        throw fault("BACKEND_FILE_GONE", { filename: file.filename, status: 404 });
      yield new Uint8Array([1, 2, 3]);
    },
    close: () => Promise.resolve(),
  };

  return {
    ...prompts,
    ...submissions,
    ...fakeBackendPlugin(() => Promise.resolve(backend)),
    backend,
    calls,
    /** The node classes of the server, and the output nodes that it executes. */
    content,
    /** Names of files that can no longer be fetched. */
    deletedFiles,
    unreachable,
    /** Makes the next calls of a method reject with these errors. */
    fail: (name: keyof Backend, ...errors: (PictorError | undefined)[]) => failures.set(name, errors),
    /** Number of listeners to the backend's events. */
    listening: () => listeners.size,
    /** Sends an event if the connection is open. */
    emit: send,
    useClock: (used: Clock) => (clock = used),
    start: (nodes?: readonly string[]) => (isUp ? start(nodes) : undefined),
    /** Starts the next prompt, and ends it in this way. */
    run: (...ending: Parameters<typeof prompts.finish>) => {
      if (isUp) start();
      prompts.finish(...ending);
    },
    /** Another client removes a prompt from the queue, if the server is up. */
    remove: (promptId: string) => {
      if (isUp) cancel(promptId);
    },
    /** Loses the event connection. */
    disconnect: () => setConnected(false),
    reconnect: () => {
      if (isUp) setConnected(true);
    },
    /** Runs `work` without sending any event, not even that the connection was lost. */
    withoutEvents: (work: () => void) => {
      isConnected = false;
      work();
      isConnected = true;
    },
    /** Closes the port. The running prompt continues. */
    down,
    /** The server process ends, and the backend knows that. */
    crash: () => {
      isUp = false;
      downError = crashed();
      forget();
      setConnected(false);
    },
    /** Opens the port again. */
    up: () => {
      if (!isUp) outage.totalMs += (clock?.now() ?? 0) - outage.since;
      isUp = true;
      setConnected(true);
    },
    /** Loses all prompts, as a restart does. */
    forget,
    /** Milliseconds for which the port was closed, except the present outage. */
    outageMs: () => outage.totalMs,
  };
}
export type FakeServer = ReturnType<typeof createFakeServer>;
