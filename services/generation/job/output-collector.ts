// Collects the outputs of a job: runs `afterOutput` for each file once, in order, as soon as the file can be read.

import {
  type Backend,
  type OutputFile,
  fault,
  reasonOf,
  type PictorError,
  toProblem,
  type HookCall,
  type HookHost,
  type Clock,
  CallSignal,
  type Hooks,
  type OutputContext,
  type Problem,
  type NodeId,
  type Output,
  type Prompts,
} from "@pictor/kernel";
import type { MessageOutput } from "../run/message-outputs.js";
import { isFileEvicted } from "../run/cached-files.js";

/** Milliseconds that handlers have, after the job was stopped, to save a file that they have already read. */
const savingLimitMs = 2_000;

/** A signal that is aborted `savingLimitMs` after `signal`. `release` removes the listener and the timer. */
function delayedSignal(signal: AbortSignal, clock: Clock) {
  const controller = new AbortController();
  let cancel = (): void => undefined;
  const onAbort = (): void => {
    cancel = clock.after(savingLimitMs, () => {
      controller.abort(signal.reason);
    });
  };
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    release: (): void => {
      signal.removeEventListener("abort", onAbort);
      cancel();
    },
  };
}

export type JobOutputContext = Omit<OutputContext, "signal" | "logger" | "report">;

export interface OutputDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  readonly backend: Backend;
  readonly context: JobOutputContext;
  readonly signal: AbortSignal;
  /** Registers handlers that outlast the job. */
  background(work: Promise<unknown>): void;
  publish(output: Output): void;
  report(problem: Problem): void;
}

/** The batch that a file belongs to. */
export interface OutputSource {
  readonly batch: number;
  readonly seed?: bigint;
  readonly prompts: Prompts;
  /** Whether the node's result may come from the server's cache, where its file may have been deleted since. */
  mayBeCached(node: NodeId): boolean;
}

export interface OutputCollector {
  /** Adds a file; a repeated call for the file has no effect. `place` is the index among the files of its node. */
  add(file: OutputFile, place: number, source: OutputSource): void;
  /** Adds an output that the backend does not keep; a repeated call for the output has no effect. */
  addMessage(output: MessageOutput, source: OutputSource): void;
  /** Resolves with all outputs when every added file was handled. */
  drain(): Promise<readonly Output[]>;
  /** Returns the cached files that the backend no longer has, and forgets them, so that another run can add them. */
  takeEvicted(): readonly OutputFile[];
  /** Whether every file was saved; false if the job was stopped before. */
  isComplete(): boolean;
}

/** The key of a file. It includes the batch, because a server may use the name of a file again for another batch. */
const keyOf = (file: OutputFile, batch: number): string =>
  JSON.stringify([batch, file.area, file.subfolder, file.filename]);

/** Creates the error for an output without a path: it was not fetched or not saved, depending on the handler's error. */
function outputFault({ filename, address }: OutputFile, error: PictorError): PictorError {
  const reason = error.what;
  const isFetch = /^(BACKEND|REQUEST|AUTH)_/.test(error.base);
  const { plugin, hook } = error.details;
  if (address === "")
    return fault("OUTPUT_LOST", { filename, reason }, { cause: error, more: { plugin, hook } });
  const code = isFetch ? "OUTPUT_NOT_FETCHED" : "OUTPUT_NOT_SAVED";
  return fault(
    code,
    { filename, reason, address },
    { cause: error, more: { plugin, hook, reasonCode: error.code } },
  );
}

async function runAfterOutput(
  output: Output,
  deps: OutputDependencies,
): Promise<{ readonly done: Output; readonly isComplete: boolean }> {
  const failures: PictorError[] = [];
  const runs: PromiseLike<unknown>[] = [];
  const saving = delayedSignal(deps.signal, deps.host.clock);
  const call: HookCall<JobOutputContext> = {
    host: deps.host,
    subject: { workflow: deps.context.workflow, mime: output.mime },
    signal: new CallSignal(saving.signal),
    context: () => deps.context,
    report: deps.report,
    onFailure: (error) => failures.push(error),
    onWork: (run) => runs.push(run),
  };
  const done = await deps.hooks.afterOutput(output, call).finally(() => {
    saving.release();
    deps.background(Promise.allSettled(runs));
  });
  const [first, ...rest] = failures;
  // If a handler fails because the job was stopped, this is no failure of the handler.
  if (first !== undefined && done.path === undefined) deps.signal.throwIfAborted();
  // If the file was not saved, the error must name its address on the backend.
  if (first !== undefined)
    deps.report(toProblem(done.path === undefined ? outputFault(output.file, first) : first));
  for (const error of rest) deps.report(toProblem(error));
  return { done, isComplete: first === undefined };
}

/** Reports cached files that are still missing after the second run. */
export function reportEvicted(evicted: readonly OutputFile[], report: (problem: Problem) => void): void {
  for (const { filename, address } of evicted) {
    const reason = "the backend took the result from its cache and no longer has the file";
    report(toProblem(fault("OUTPUT_NOT_FETCHED", { filename, reason, address })));
  }
}

async function* bytesOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

export function createOutputCollector(deps: OutputDependencies): OutputCollector {
  const added = new Set<string>();
  const outputs: Output[] = [];
  const evicted = new Map<string, OutputFile>();
  let nextIndex = 0;
  let isComplete = true;
  /** Settles when all files that were added so far were handled. Files are handled one at a time. */
  let tail: Promise<void> = Promise.resolve();
  const { backend, signal } = deps;
  const { jobId } = deps.context;

  const read = (file: OutputFile, limited: AbortSignal): AsyncIterable<Uint8Array> =>
    backend.facets.localOutput?.open(file, { signal: limited }) ??
    backend.fetchOutput(file, { signal: limited });

  const collect = async (
    file: OutputFile,
    place: number,
    source: OutputSource,
    bytes?: Uint8Array,
  ): Promise<void> => {
    try {
      const { batch, seed, prompts: prompt } = source;
      const openWith = (limited: AbortSignal) =>
        bytes === undefined ? read(file, limited) : bytesOnce(bytes);
      const mayBeGone = bytes === undefined && source.mayBeCached(file.node);
      if (mayBeGone && (await isFileEvicted(openWith, deps.host.clock, signal))) {
        evicted.set(keyOf(file, batch), file);
        return;
      }
      const index = nextIndex++;
      const { mime } = file;
      const open = () => openWith(signal);
      const output: Output = {
        ...{ jobId, batch, index, place, prompt, file, mime, open, metadata: {} },
        ...(seed !== undefined && { seed }),
      };
      const { done, isComplete: isSaved } = await runAfterOutput(output, deps);
      if (signal.aborted && !isSaved) isComplete = false;
      if (done.path !== undefined && bytes === undefined) backend.facets.retention?.release(done.file);
      outputs.push(done);
      deps.publish(done);
    } catch (error) {
      if (signal.aborted) isComplete = false;
      const { filename, address } = file;
      const reason = signal.aborted ? "the job was stopped" : reasonOf(error);
      deps.report(toProblem(fault("OUTPUT_NOT_FETCHED", { filename, reason, address })));
    }
  };

  const add = (file: OutputFile, place: number, source: OutputSource, bytes?: Uint8Array): void => {
    const key = keyOf(file, source.batch);
    if (added.has(key)) return;
    added.add(key);
    tail = tail.then(() => collect(file, place, source, bytes));
  };

  return {
    add: (file, place, source) => {
      add(file, place, source);
    },
    addMessage: ({ file, place, bytes }, source) => {
      add(file, place, source, bytes);
    },
    async drain() {
      await tail;
      return outputs;
    },
    takeEvicted() {
      const taken = [...evicted];
      evicted.clear();
      // The repeated run of the batch may use the names again.
      for (const [key] of taken) added.delete(key);
      return taken.map(([, file]) => file);
    },
    isComplete: () => isComplete,
  };
}
