// What every generation begins with: build, open the backend, pass the gate, validate.

import type { Backend, BackendInfo, Catalog } from "../../backend/types.js";
import type { HookCall } from "../../hooks/call.js";
import { CallSignal } from "../../hooks/deadline.js";
import { until } from "../../hooks/settle.js";
import type { BatchPlan, GateContext } from "../../hooks/types.js";
import type { BackendInstance } from "../../types.js";
import { build, type Build } from "../build.js";
import { holdWhileAsking } from "../interaction.js";
import type { JobRun } from "../job.js";
import type { GenerateRequest } from "../types.js";
import { validateDrafts } from "../validate.js";
import { guardBackend } from "./guarded-backend.js";
import type { JobDependencies } from "./dependencies.js";

export interface Opened {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly info: BackendInfo;
}

export interface Prepared {
  readonly built: Build;
  readonly opened: Opened;
  readonly catalog: Catalog;
}

/** The instance, seen so that every call ends when the job is stopped. */
export async function openGuarded(
  name: string | undefined,
  run: JobRun,
  deps: JobDependencies,
): Promise<Omit<Opened, "info">> {
  const { instance, backend } = await until(run.signal, deps.openBackend(name));
  run.opened(backend);
  const guard = { clock: deps.host.clock, signal: run.signal, name: instance.name };
  return { instance, backend: guardBackend(backend, guard) };
}

async function passGate(run: JobRun, built: Build, opened: Opened, deps: JobDependencies): Promise<void> {
  const { backend, instance, info } = opened;
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

/** Undefined when a gate has ended the job. */
export async function prepare(
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<Prepared | undefined> {
  const { signal } = run;
  let opening: Promise<Omit<Opened, "info">> | undefined;
  const open = () => (opening ??= openGuarded(request.backend, run, deps));
  const backendOf = async () => (await open()).backend;
  const built = await build({ ...request, signal }, { ...deps, backend: backendOf, report: run.report });
  const { instance, backend } = await open();
  const opened = { instance, backend, info: await backend.info({ signal }) };
  await passGate(run, built, opened, deps);
  if (run.state().phase === "ended") return undefined;
  run.dispatch({ type: "enter", phase: "validating" });
  const { drafts, catalog } = await validateDrafts(built.drafts, backend, signal);
  return { built: { ...built, drafts }, opened, catalog };
}
