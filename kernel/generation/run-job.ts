// Runs a generation from its request to its one ending: build, gate, validate, then batch by batch.

import { randomUUID } from "node:crypto";
import type { Backend, BackendInfo } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import { PictorError, reasonOf } from "../errors/define.js";
import type { HookCall, HookHost } from "../hooks/call.js";
import { CallSignal } from "../hooks/deadline.js";
import type { Hooks } from "../hooks/hooks.js";
import { until } from "../hooks/settle.js";
import type { BatchPlan, GateContext, Interaction, Problem } from "../hooks/types.js";
import type { BackendInstance } from "../types.js";
import { build, type Build, type BuildDependencies } from "./build.js";
import { guardBackend } from "./guarded-backend.js";
import { holdWhileAsking } from "./interaction.js";
import { createOutputCollector, type OutputCollector } from "./outputs.js";
import type { JobInput, JobState } from "./reducer.js";
import { runBatch, type BatchDependencies } from "./run-batch.js";
import type { GenerateRequest, Output } from "./types.js";
import { validateDrafts } from "./validate.js";

export interface JobDependencies extends Omit<BuildDependencies, "backend" | "report"> {
  readonly hooks: Hooks;
  readonly host: HookHost;
  readonly interaction: Interaction;
  openBackend(
    name: string | undefined,
  ): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** Gates of one backend run one at a time: two jobs must not both restart it. */
  exclusively<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Work that goes on behind an ended job; the kernel waits for it a little before it closes its backends. */
  background(work: Promise<unknown>): void;
  directory(given: string | undefined): string;
  pluginVersions(): Readonly<Record<string, string>>;
}

/** What the job is while it runs: the reducer's state, and where its inputs and products go. */
export interface JobRun {
  readonly request: GenerateRequest;
  state(): JobState;
  dispatch(input: JobInput): void;
  readonly signal: AbortSignal;
  report(problem: Problem): void;
  publish(output: Output): void;
}

interface Opened {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly info: BackendInfo;
}

async function passGate(
  run: JobRun,
  built: Build,
  { backend, instance, info }: Opened,
  deps: JobDependencies,
) {
  const { host, hooks, interaction } = deps;
  run.dispatch({ type: "enter", phase: "gating" });
  const plan: BatchPlan = { jobId: run.state().jobId, workflow: built.workflow, drafts: built.drafts };
  const call: HookCall<Pick<GateContext, "backend" | "info" | "interaction">> = {
    host,
    subject: { workflow: built.workflow, facet: info.facets },
    signal: new CallSignal(run.signal),
    context: (_tap, deadline) => ({ backend, info, interaction: holdWhileAsking(interaction, deadline()) }),
    report: run.report,
  };
  const gate = deps.exclusively(`gate ${instance.name}`, () => hooks.beforeFirstBatch(plan, call));
  const veto = await until(run.signal, gate);
  if (veto !== undefined) run.dispatch({ type: "veto", veto });
}

async function uploadInputs(
  built: Build,
  index: number,
  backend: Backend,
  signal: AbortSignal,
): Promise<void> {
  for (const file of built.drafts[index]?.inputs ?? []) await backend.upload(file, { signal });
}

/** Runs one batch; the state says afterwards whether the job goes on. */
async function passBatch(
  run: JobRun,
  built: Build,
  index: number,
  { backend }: Opened,
  collector: OutputCollector,
  deps: JobDependencies,
): Promise<void> {
  const draft = built.drafts[index];
  if (draft === undefined) return;
  const seed = (built.seed + BigInt(index)) % 2n ** 64n;
  run.dispatch({ type: "batch", index, graph: draft.graph });
  await uploadInputs(built, index, backend, run.signal);
  const batch: BatchDependencies = {
    backend,
    clock: deps.host.clock,
    dispatch: run.dispatch,
    onFile: (file) => {
      collector.add(file, index, seed, draft);
    },
    drain: collector.drain,
    isCancelling: () => run.state().cancelling,
    signal: run.signal,
    background: deps.background,
    report: run.report,
  };
  const verdict = await runBatch(
    { promptId: randomUUID(), graph: draft.graph, outputs: draft.outputs },
    batch,
  );
  if (verdict.state === "unknown") {
    const reason = "neither its queue nor its history holds it";
    run.dispatch(run.state().cancelling ? { type: "stopped" } : { type: "lost", reason });
  }
}

async function openGuarded(name: string | undefined, signal: AbortSignal, deps: JobDependencies) {
  const { instance, backend } = await until(signal, deps.openBackend(name));
  return { instance, backend: guardBackend(backend, signal) };
}

async function perform(
  run: JobRun,
  deps: JobDependencies,
  keep: (collector: OutputCollector) => void,
): Promise<void> {
  const { request, signal } = run;
  let opening: Promise<{ readonly instance: BackendInstance; readonly backend: Backend }> | undefined;
  const open = () => (opening ??= openGuarded(request.backend, signal, deps));
  const backendOf = async () => (await open()).backend;
  const built = await build({ ...request, signal }, { ...deps, backend: backendOf, report: run.report });
  const { instance, backend } = await open();
  const opened = { instance, backend, info: await backend.info({ signal }) };
  await passGate(run, built, opened, deps);
  if (run.state().phase === "ended") return;
  run.dispatch({ type: "enter", phase: "validating" });
  await validateDrafts(built.drafts, backend, signal);

  const context = {
    jobId: run.state().jobId,
    workflow: built.workflow,
    params: built.publicParams,
    features: built.publicFeatures,
    seed: built.seed,
    backend: opened.info,
    directory: deps.directory(request.directory),
    plugins: deps.pluginVersions(),
  };
  const { hooks, host } = deps;
  const { report, publish } = run;
  const collector = createOutputCollector({ hooks, host, backend, context, signal, report, publish });
  keep(collector);
  for (let index = 0; index < built.drafts.length; index++) {
    await passBatch(run, built, index, opened, collector, deps);
    if (run.state().phase === "ended") return;
    await collector.drain();
    signal.throwIfAborted();
  }
  run.dispatch({ type: "finished" });
}

function endingOf(error: unknown, run: JobRun): JobInput {
  if (run.state().cancelling && run.signal.aborted) return { type: "stopped" };
  if (error instanceof PictorError) {
    if (error.code === "JOB_LOST") return { type: "lost", reason: String(error.details["reason"]) };
    return { type: "fault", error };
  }
  return { type: "fault", error: fault("INTERNAL", { reason: reasonOf(error) }, { cause: error }) };
}

/** Settles when the state has ended and every output is through. Never rejects. */
export async function runJob(run: JobRun, dependencies: JobDependencies): Promise<readonly Output[]> {
  let collector: OutputCollector | undefined;
  try {
    await perform(run, dependencies, (created) => (collector = created));
  } catch (error) {
    await collector?.drain();
    run.dispatch(endingOf(error, run));
  }
  return (await collector?.drain()) ?? [];
}
