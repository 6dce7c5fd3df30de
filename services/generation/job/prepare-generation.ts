// What every generation begins with: build, open the backend, pass the gate, validate.

import {
  holdWhileAsking,
  type Backend,
  type BackendInfo,
  type Catalog,
  type HookCall,
  CallSignal,
  raceAbort,
  type BatchPlan,
  type GateContext,
  emptyDraft,
  type GenerateRequest,
} from "@pictor/kernel";
import type { BackendInstance } from "@pictor/kernel";
import { createBuilder, type Build } from "../build/build-drafts.js";
import type { JobRun } from "./job.js";
import { requirementsIn } from "../build/extension-requirements.js";
import { validateDrafts } from "../validate/validate-drafts.js";
import { guardBackend } from "../run/guarded-backend.js";
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
  const { instance, backend } = await raceAbort(run.signal, deps.openBackend(name));
  run.opened(backend);
  const guard = { clock: deps.host.clock, signal: run.signal, name: instance.name };
  return { instance, backend: guardBackend(backend, guard) };
}

type OwnGateContext = Pick<GateContext, "backend" | "info" | "interaction" | "project" | "changed">;

/** Whether a gate has changed what the backend has. A veto ends the job. */
async function passGate(
  { workflow, drafts }: Pick<BatchPlan, "workflow" | "drafts">,
  run: JobRun,
  opened: Opened,
  deps: JobDependencies,
): Promise<boolean> {
  const { backend, instance, info } = opened;
  const { host, hooks, interaction, project } = deps;
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
  };
  run.dispatch({ type: "enter", phase: "gating" });
  const plan: BatchPlan = { jobId: run.state().jobId, workflow, drafts };
  const call: HookCall<OwnGateContext> = {
    host,
    subject: { workflow, facet: info.facets },
    signal: new CallSignal(run.signal),
    context: (_tap, deadline) => ({
      backend,
      info,
      interaction: holdWhileAsking(interaction, deadline()),
      project,
      changed,
    }),
    report: run.report,
  };
  const gate = deps.exclusively(`gate ${instance.name}`, () => hooks.beforeFirstBatch(plan, call));
  const veto = await raceAbort(run.signal, gate);
  if (veto !== undefined) run.dispatch({ type: "veto", veto });
  return hasChanged;
}

const hasEnded = (run: JobRun): boolean => run.state().phase === "ended";

/** Undefined when a gate has ended the job. */
export async function prepare(
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<Prepared | undefined> {
  const { signal } = run;
  const { workflow } = request;
  let opening: Promise<Omit<Opened, "info">> | undefined;
  const open = () => (opening ??= openGuarded(request.backend, run, deps));
  const backendOf = async () => (await open()).backend;
  const whole = async (): Promise<Opened> => {
    const { instance, backend } = await open();
    return { instance, backend, info: await backend.info({ signal }) };
  };
  const builder = createBuilder({ ...request, signal }, { ...deps, backend: backendOf, report: run.report });

  /** A build that lacks extensions is done again when a gate has brought them. */
  const buildFirst = async (): Promise<Build | undefined> => {
    try {
      return await builder.build();
    } catch (error) {
      const requires = requirementsIn(error);
      if (requires.length === 0) throw error;
      const hasChanged = await passGate(
        { workflow, drafts: [{ ...emptyDraft, requires }] },
        run,
        await whole(),
        deps,
      );
      if (hasEnded(run)) return undefined;
      if (!hasChanged) throw error;
      return builder.build();
    }
  };
  // Whoever could not save what is made says so before anything is changed or made.
  await raceAbort(signal, deps.hooks.prepareOutputs({ workflow }));
  let built = await buildFirst();
  if (built === undefined) return undefined;
  let opened = await whole();
  const hasChanged = await passGate(built, run, opened, deps);
  if (hasEnded(run)) return undefined;
  if (hasChanged) {
    opened = await whole();
    built = await builder.build();
  }
  run.dispatch({ type: "enter", phase: "validating" });
  const { drafts, catalog } = await validateDrafts(built.drafts, opened.backend, signal);
  return { built: { ...built, drafts }, opened, catalog };
}
