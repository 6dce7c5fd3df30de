// A server in memory that the test moves by hand: it queues, runs, forgets, falls silent, restarts, as real ones do.

import {
  type Backend,
  type BackendEvent,
  type CancelOutcome,
  type GraphProblem,
  type NodeClass,
  type OutputFile,
  type PromptState,
  type Receipt,
  type Submission,
  fault,
  type PictorError,
  type Plugin,
  type Clock,
} from "@pictor/kernel";
import { aFile, nodeClass } from "./fake-backend.js";
import { manifestOf } from "./fake-plugins.js";
import { crashed, refusedGraph, status500, unreachable, type Reply } from "./fake-replies.js";

type Final = Extract<PromptState, { readonly outputs: unknown }>;
export type Fate = "succeeded" | "interrupted" | "failed";

/** A submission whose client waits for the reply. */
interface Waiting {
  reply(): void;
  breakOff(): void;
}
export function createFakeServer() {
  let clock: Clock | undefined;
  let isUp = true;
  let down = unreachable();
  let isConnected = true;
  let running: string | undefined;
  let cached: readonly string[] = [];
  let historyLateMs = 0;
  const calls: string[] = [];
  const queue: string[] = [];
  const replies: Reply[] = [];
  const held: Waiting[] = [];
  const late: Waiting[] = [];
  const history = new Map<string, Final>();
  const submissions = new Map<string, Submission & { readonly detached: boolean }>();
  /** What really became of each prompt, whether or not the server can still tell. */
  const truth = new Map<string, string>();
  /** Each time that a prompt came into the queue. */
  const taken: string[] = [];
  /** Which job's batch each prompt was. */
  const owners = new Map<string, { readonly jobId: unknown; readonly batch: unknown }>();
  const listeners = new Set<(event: BackendEvent) => void>();
  const gone = new Set<string>();
  const failures = new Map<string, PictorError[]>();
  const has = {
    classes: [nodeClass] as readonly NodeClass[],
    outputs: ["Save"],
    dropped: [] as readonly GraphProblem[],
  };
  const knobs = { keepsHistory: true, ownIds: false, isDead: false, losesInterrupts: 0, tellsAs: true };

  const emit = (event: BackendEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const tell = (event: BackendEvent): void => {
    if (isConnected) emit(event);
  };
  const call = async <T>(name: string, answer: () => T | Promise<T>): Promise<T> => {
    calls.push(name);
    await Promise.resolve();
    if (!isUp) throw down;
    const failure = failures.get(name)?.shift();
    if (failure !== undefined) throw failure;
    const value = await answer();
    await Promise.resolve();
    return value;
  };

  /** The next prompt begins; the results of `nodes` are those of an earlier one. */
  const start = (nodes: readonly string[] = []): string | undefined => {
    if (running !== undefined || knobs.isDead || !isUp) return undefined;
    running = queue.shift();
    cached = nodes;
    if (running !== undefined) {
      tell({ type: "started", promptId: running });
      tell({ type: "cached", promptId: running, nodes });
    }
    return running;
  };
  const finish = (
    as: Fate,
    files: readonly OutputFile[] = [aFile(`${String(running)}.png`)],
    shown: readonly string[] = [],
  ): void => {
    if (running === undefined) return;
    const promptId = running;
    const error = { node: "Save", classType: "FakeSave", exception: "ValueError", message: "out of paint" };
    const record: Final =
      as === "failed"
        ? { state: as, outputs: [], error }
        : as === "succeeded"
          ? { state: as, outputs: files, shown, cached }
          : { state: as, outputs: [] };
    running = undefined;
    truth.set(promptId, as);
    const keep = (): void => {
      if (knobs.keepsHistory) history.set(promptId, record);
    };
    if (historyLateMs > 0 && clock !== undefined) clock.after(historyLateMs, keep);
    else keep();
    if (as === "succeeded") tell({ type: "output", promptId, files });
    if (as === "failed") tell({ type: "error", promptId, error });
    tell({ type: "ended", promptId, ...(knobs.tellsAs ? { as } : {}) });
  };
  const setConnected = (to: boolean): void => {
    if (isConnected === to) return;
    isConnected = to;
    emit({ type: "connection", state: to ? "open" : "lost" });
  };
  /** Milliseconds for which the port was closed, and since when it is. */
  const away = { ms: 0, since: 0 };
  const keptWaitingMs = new Map<string, number>();
  const goDown = (): void => {
    if (isUp) away.since = clock?.now() ?? 0;
    isUp = false;
    setConnected(false);
  };
  const forget = (): void => {
    for (const id of [...queue.splice(0), ...(running === undefined ? [] : [running])])
      truth.set(id, "forgotten");
    running = undefined;
    for (const { breakOff } of [...held.splice(0), ...late.splice(0)]) breakOff();
    history.clear();
    submissions.clear();
  };

  const take = (submission: Submission, detached: boolean): Receipt => {
    const promptId = knobs.ownIds ? `own-${submission.promptId}` : submission.promptId;
    queue.push(promptId);
    truth.set(promptId, "queued");
    taken.push(promptId);
    owners.set(promptId, { jobId: submission.record?.["jobId"], batch: submission.record?.["batch"] });
    submissions.set(promptId, { ...submission, detached });
    return { promptId, dropped: has.dropped };
  };
  const waiting = (among: Waiting[], receipt: () => Receipt): Promise<Receipt> =>
    new Promise((resolve, reject) => {
      among.push({
        reply: () => {
          resolve(receipt());
        },
        breakOff: () => {
          reject(unreachable("socket hang up"));
        },
      });
    });
  const submit = (submission: Submission, detached: boolean): Receipt | Promise<Receipt> => {
    const reply = replies.shift() ?? "prompt";
    if (reply === "dropped") throw unreachable("socket hang up");
    if (reply === "500") throw status500();
    if (reply === "refused") throw refusedGraph();
    if (reply === "late") {
      const since = clock?.now() ?? 0;
      return waiting(late, () => {
        const receipt = take(submission, detached);
        keptWaitingMs.set(receipt.promptId, (clock?.now() ?? 0) - since);
        return receipt;
      });
    }
    const receipt = take(submission, detached);
    if (reply === "lost") throw unreachable("socket hang up");
    if (reply === "cut off") {
      goDown();
      throw unreachable("socket hang up");
    }
    if (reply === "500 queued") throw status500();
    if (reply === "prompt") return receipt;
    return waiting(held, () => receipt);
  };
  const state = (promptId: string): PromptState => {
    if (running === promptId) return { state: "running" };
    const ahead = queue.indexOf(promptId);
    if (ahead >= 0) return { state: "queued", ahead, idle: running === undefined };
    return history.get(promptId) ?? { state: "unknown" };
  };
  const cancel = (promptId: string): CancelOutcome => {
    const at = queue.indexOf(promptId);
    if (at >= 0) {
      queue.splice(at, 1);
      truth.set(promptId, "removed");
      return "removed";
    }
    if (running !== promptId) return "gone";
    if (knobs.losesInterrupts > 0) knobs.losesInterrupts--;
    else finish("interrupted");
    return "interrupting";
  };

  const backend: Backend = {
    facets: {},
    info: () =>
      call("info", () => ({ name: "fake", kind: "fake", title: "Fake", version: "1", facets: [] as never })),
    catalog: () => call("catalog", () => new Map(has.classes.map((known) => [known.name, known]))),
    events: (listener) =>
      call("events", () => {
        listeners.add(listener);
        // The first listener opens the connection.
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
        [...submissions].flatMap(([promptId, { record }]) => {
          const { state: found } = state(promptId);
          return found === "unknown" ? [] : [{ promptId, state: found, ...(record ? { record } : {}) }];
        }),
      ),
    fetchSubmission: (promptId) =>
      call("fetchSubmission", () => {
        const known = submissions.get(promptId);
        if (known === undefined || state(promptId).state === "unknown") return undefined;
        const { graph, record } = known;
        return { graph, outputs: has.outputs, ...(record ? { record } : {}) };
      }),
    upload: (file, { progress } = {}) =>
      call("upload", () => {
        progress?.(3, 3);
        return `stored/${file.name}`;
      }),
    async *fetchOutput(file) {
      await call("fetchOutput", () => undefined);
      if (gone.has(file.filename)) throw fault("BACKEND_FILE_GONE", { filename: file.filename, status: 404 });
      yield new Uint8Array([1, 2, 3]);
    },
    close: () => Promise.resolve(),
  };

  return {
    backend,
    calls,
    queue,
    history,
    /** Node classes, the nodes of a prompt that it executes as outputs, and the branches that it leaves out. */
    has,
    truth,
    owners,
    taken,
    submissions,
    /** Files that a fetch no longer finds. */
    gone,
    /** What the server does otherwise than usual. */
    knobs,
    /** For the next submissions, in order; after them `prompt`. */
    replies,
    unreachable,
    /** What the next calls of a method reject with. */
    fail: (name: keyof Backend, ...errors: PictorError[]) => failures.set(name, errors),
    listening: () => listeners.size,
    running: () => running,
    emit: tell,
    useClock: (used: Clock) => (clock = used),
    lateHistory: (ms: number) => (historyLateMs = ms),
    releaseReplies: () => {
      for (const { reply } of held.splice(0)) reply();
    },
    /** Submissions that were kept waiting come into the queue, whether or not their clients have stayed. */
    takeLate: () => {
      for (const { reply } of late.splice(0)) reply();
    },
    start,
    finish,
    /** Another client takes it from the queue, if it gets through. */
    remove: (promptId: string) => {
      if (isUp) cancel(promptId);
    },
    cut: () => {
      setConnected(false);
    },
    reconnect: () => {
      if (isUp) setConnected(true);
    },
    /** Nothing of what happens meanwhile is told, and nobody is told of that. */
    hushed: (meanwhile: () => void) => {
      isConnected = false;
      meanwhile();
      isConnected = true;
    },
    /** The port is closed; what runs goes on. */
    down: goDown,
    /** It ends; whoever watches it knows. */
    crash: () => {
      isUp = false;
      down = crashed();
      forget();
      setConnected(false);
    },
    up: () => {
      if (!isUp) away.ms += (clock?.now() ?? 0) - away.since;
      isUp = true;
      setConnected(true);
    },
    forget,
    /** In all, up to its last return. */
    awayMs: () => away.ms,
    /** Time between the submission of a prompt and the moment at which the server took it; 0 if it was taken at once. */
    keptWaitingMs: (promptId: string): number => keptWaitingMs.get(promptId) ?? 0,
    manifest: manifestOf("backend-fake", "backend", {
      contributes: {
        backends: [{ id: "fake", title: "Fake", settings: { type: "object", properties: {} } }],
      },
    }),
    plugin: (() => ({
      provides: { backends: { fake: { open: () => Promise.resolve(backend) } } },
    })) as unknown as Plugin,
  };
}
export type FakeServer = ReturnType<typeof createFakeServer>;
