// Collects the outputs of a job: runs `afterOutput` for each file once, in order, as soon as the file can be read.

import {
  bytesOnce,
  type Backend,
  type OutputFile,
  fault,
  reasonOf,
  PictorError,
  problemFor,
  type HookCall,
  type Clock,
  CallSignal,
  type OutputContext,
  type Problem,
  type Output,
  type Prompts,
} from "@pictor/kernel";
import type { FoundOutput } from "./message-outputs.js";
import { isFileEvicted } from "./cached-files.js";
import type { JobRun } from "./job-run.js";

/** Milliseconds that handlers have, after the job was stopped, to save a file that they have already read. */
const savingLimitMs = 2_000;

/** A signal that is aborted `savingLimitMs` after `signal`. `release` removes the listener and the timer. */
function delayedSignal(signal: AbortSignal, clock: Clock) {
  const controller = new AbortController();
  let cancel = (): void => undefined;
  const onAbort = (): void => {
    cancel = clock.after(savingLimitMs, () => controller.abort(signal.reason));
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

/** The batch that a file belongs to. */
export interface OutputSource {
  readonly backend: Backend;
  /** What output plugins learn about the generation. */
  readonly context: JobOutputContext;
  readonly batch: number;
  readonly seed?: bigint;
  readonly prompts: Prompts;
}

/** The key of a file. It includes the batch, because a server may use the name of a file again for another batch. */
const keyOf = (file: OutputFile, batch: number): string =>
  JSON.stringify([batch, file.area, file.subfolder, file.filename]);

const isGone = (error: unknown): boolean =>
  error instanceof PictorError && error.base === "BACKEND_FILE_GONE";

/** The file without its address, which leads nowhere any more. */
const withoutCopy = (output: Output): Output => ({ ...output, file: { ...output.file, address: "" } });

/** Creates the error for an output without a path: it was not fetched or not saved, depending on the handler's error. */
function outputFault({ filename, address }: OutputFile, error: PictorError): PictorError {
  const reason = error.what;
  const isFetch = /^(BACKEND|REQUEST|AUTH)_/.test(error.base);
  const { plugin, hook } = error.details;
  if (address === "" || isGone(error))
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
  context: JobOutputContext,
  run: JobRun,
): Promise<{ readonly done: Output; readonly isComplete: boolean }> {
  const failures: PictorError[] = [];
  const runs: PromiseLike<unknown>[] = [];
  const { clock, deps, report, signal } = run;
  const saving = delayedSignal(signal, clock);
  const call: HookCall<JobOutputContext> = {
    host: deps.host,
    subject: { workflow: context.workflow, mime: output.mime },
    signal: new CallSignal(saving.signal),
    context: () => context,
    report,
    onFailure: (error) => failures.push(error),
    onWork: (work) => runs.push(work),
  };
  const done = await deps.hooks.afterOutput(output, call).finally(() => {
    saving.release();
    deps.background(Promise.allSettled(runs));
  });
  const [first, ...rest] = failures;
  // If a handler fails because the job was stopped, this is no failure of the handler.
  if (first !== undefined && done.path === undefined) signal.throwIfAborted();
  // If the file was not saved, the error must name its address on the backend.
  if (first !== undefined)
    report(problemFor(done.path === undefined ? outputFault(output.file, first) : first));
  for (const error of rest) report(problemFor(error));
  const isLost = done.path === undefined && isGone(first);
  return { done: isLost ? withoutCopy(done) : done, isComplete: first === undefined };
}

/** Reports cached files that are still missing after the second run. */
export function reportEvicted(evicted: readonly OutputFile[], report: (problem: Problem) => void): void {
  for (const { filename } of evicted) {
    const reason = "the backend took the result from its cache and no longer has the file";
    report(problemFor(fault("OUTPUT_LOST", { filename, reason })));
  }
}

const read = (file: OutputFile, backend: Backend, signal: AbortSignal): AsyncIterable<Uint8Array> =>
  backend.facets.localOutput?.open(file, { signal }) ?? backend.fetchOutput(file, { signal });

export class OutputCollector {
  readonly #run: JobRun;
  readonly #added = new Set<string>();
  readonly #outputs: Output[] = [];
  readonly #evicted = new Map<string, OutputFile>();
  #nextIndex: number;
  #isComplete = true;
  /** Settles when all files that were added so far were handled. Files are handled one at a time. */
  #tail: Promise<void> = Promise.resolve();

  constructor(run: JobRun) {
    this.#run = run;
    this.#nextIndex = run.firstOutput;
  }

  /** Adds an output; a repeated call for its file has no effect. */
  add(found: FoundOutput, source: OutputSource): void {
    const key = keyOf(found.file, source.batch);
    if (this.#added.has(key)) return;
    this.#added.add(key);
    this.#tail = this.#tail.then(() => this.#collect(found, source));
  }

  /** Resolves with all outputs when every added file was handled. */
  async drain(): Promise<readonly Output[]> {
    await this.#tail;
    return this.#outputs;
  }

  /** Returns the cached files that the backend no longer has, and forgets them, so that another run can add them. */
  takeEvicted(): readonly OutputFile[] {
    const taken = [...this.#evicted];
    this.#evicted.clear();
    // The repeated run of the batch may use the names again.
    for (const [key] of taken) this.#added.delete(key);
    return taken.map(([, file]) => file);
  }

  /** Whether every file was saved; false if the job was stopped before. */
  isComplete(): boolean {
    return this.#isComplete;
  }

  async #collect(found: FoundOutput, source: OutputSource): Promise<void> {
    const { signal, report } = this.#run;
    try {
      await this.#tryCollect(found, source);
    } catch (error) {
      if (signal.aborted) this.#isComplete = false;
      const { filename, address } = found.file;
      const reason = signal.aborted ? "the job was stopped" : reasonOf(error);
      report(problemFor(fault("OUTPUT_NOT_FETCHED", { filename, reason, address })));
    }
  }

  async #tryCollect({ file, place, bytes }: FoundOutput, source: OutputSource): Promise<void> {
    const { clock, signal } = this.#run;
    const { cached, jobId } = this.#run.state();
    const { backend, context, batch, seed, prompts: prompt } = source;
    const openWith = (limited: AbortSignal) =>
      bytes === undefined ? read(file, backend, limited) : bytesOnce(bytes);
    // The result of the node may come from the server's cache, where its file may have been deleted since.
    const mayBeGone = bytes === undefined && (cached?.has(file.node) ?? true);
    if (mayBeGone && (await isFileEvicted(openWith, clock, signal))) {
      this.#evicted.set(keyOf(file, batch), file);
      return;
    }
    const output: Output = {
      jobId,
      batch,
      index: this.#nextIndex++,
      place,
      ...(seed !== undefined && { seed }),
      prompt,
      file,
      mime: file.mime,
      open: () => openWith(signal),
      metadata: {},
    };
    const { done, isComplete } = await runAfterOutput(output, context, this.#run);
    if (signal.aborted && !isComplete) this.#isComplete = false;
    if (done.path !== undefined && bytes === undefined) backend.facets.retention?.release(done.file);
    this.#outputs.push(done);
    this.#run.publish({ type: "output", output: done, jobId, batch: done.batch });
  }
}
