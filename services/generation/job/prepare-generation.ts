// Prepares a generation: builds the drafts, opens the backend, runs the gates, validates.

import {
  interactionFor,
  suspendWhileAsking,
  type Backend,
  type BackendInfo,
  type Catalog,
  type Contribution,
  type HookCall,
  CallSignal,
  raceAbort,
  type BatchPlan,
  type GateContext,
  emptyDraft,
  type GenerateRequest,
} from "@pictor/kernel";
import type { BackendInstance } from "@pictor/kernel";
import { appliedBuild, requireSupportedParts, takesGraph } from "../build/neutral-request.js";
import { requireChoices } from "../build/require-choices.js";
import { findKind } from "../../backends/kind-settings.js";
import { createBuilder, type Build } from "../build/build-drafts.js";
import type { JobRun } from "./job.js";
import { requirementsOfError } from "../build/extension-requirements.js";
import { validateDrafts } from "../validate/validate-drafts.js";
import { guardBackend } from "../run/guarded-backend.js";
import type { JobDependencies } from "./dependencies.js";

export interface OpenedBackend {
  readonly instance: BackendInstance;
  readonly backend: Backend;
  readonly info: BackendInfo;
}

export interface Prepared {
  readonly built: Build;
  readonly opened: OpenedBackend;
  /** The catalog; empty for a kind that accepts no graph. */
  readonly catalog: Catalog;
  /** The kind of the backend, which decides what is submitted. */
  readonly kind: Contribution<"backends">;
}

/** Opens an instance. Returns a view of its backend whose calls end when the job is stopped. */
export async function openGuardedBackend(
  name: string | undefined,
  run: JobRun,
  deps: JobDependencies,
): Promise<Omit<OpenedBackend, "info">> {
  const { instance, backend: opened } = await raceAbort(run.signal, deps.openBackend(name));
  const backend = guardBackend(opened, {
    ...{ clock: deps.host.clock, signal: run.signal, name: instance.name },
  });
  run.setBackend(backend);
  return { instance, backend };
}

type OwnGateContext = Pick<
  GateContext,
  "backend" | "info" | "interaction" | "project" | "fileSaved" | "changed"
>;

/** Runs the gates. Settles with whether a gate has changed the backend. A veto ends the job. */
async function passGates(
  batches: Omit<BatchPlan, "jobId">,
  run: JobRun,
  opened: OpenedBackend,
  deps: JobDependencies,
): Promise<boolean> {
  const { backend, instance, info } = opened;
  const { host, hooks, interaction, project, fileSaved } = deps;
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
  };
  run.dispatch({ type: "enter", phase: "gating" });
  const plan: BatchPlan = { jobId: run.state().jobId, ...batches };
  const call: HookCall<OwnGateContext> = {
    host,
    subject: { workflow: batches.workflow, facet: info.facets },
    signal: new CallSignal(run.signal),
    context: (tap, deadline) => ({
      backend,
      info,
      interaction: interactionFor(
        tap.owner,
        suspendWhileAsking(interaction, deadline(), { jobId: plan.jobId, signal: run.signal }),
      ),
      project,
      ...(fileSaved !== undefined && { fileSaved }),
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

/**
 * `directory` is the folder of the outputs, if this process saves them. Resolves to undefined if a gate has ended the job. Rejects with
 * the errors of the build, the backend or the validation.
 */
export async function prepareGeneration(
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
  directory?: string,
): Promise<Prepared | undefined> {
  const { signal } = run;
  const plan = { workflow: request.workflow, ...(directory !== undefined && { directory }) };
  const gating = { ...deps, interaction: request.interaction ?? deps.interaction };
  let opening: Promise<Omit<OpenedBackend, "info">> | undefined;
  const open = () => (opening ??= openGuardedBackend(request.backend, run, deps));
  const backendOf = async () => (await open()).backend;
  const openWithInfo = async (): Promise<OpenedBackend> => {
    const { instance, backend } = await open();
    return { instance, backend, info: await backend.info({ signal }) };
  };
  const kindOf = ({ instance }: Pick<OpenedBackend, "instance">) =>
    findKind(instance.kind, `backends/${instance.name}`, deps.backendKinds());
  const requireParts = async (): Promise<void> => {
    const { instance } = await open();
    const kind = kindOf({ instance });
    if (!takesGraph(kind))
      requireSupportedParts(instance.name, kind, request.workflow, request.features ?? []);
  };
  const builder = createBuilder({ ...request, signal }, { ...deps, backend: backendOf, report: run.report });

  /** Builds the drafts. If extensions are missing, runs the gates, which may install them, and builds again. */
  const buildFirst = async (): Promise<Build | undefined> => {
    try {
      return await builder.build();
    } catch (error) {
      const requires = requirementsOfError(error);
      if (requires.length === 0) throw error;
      const hasChanged = await passGates(
        { ...plan, drafts: [{ ...emptyDraft, requires }] },
        run,
        await openWithInfo(),
        gating,
      );
      if (hasEnded(run)) return undefined;
      if (!hasChanged) throw error;
      return builder.build();
    }
  };
  // An output plugin that cannot be loaded must fail the job before anything is changed or generated.
  await raceAbort(signal, deps.hooks.prepareOutputs({ workflow: plan.workflow }));
  // Only such a kind can refuse a generation before it is built; otherwise the build needs no backend.
  if (deps.backendKinds().some((kind) => !takesGraph(kind))) await requireParts();
  let built = await buildFirst();
  if (built === undefined) return undefined;
  let opened = await openWithInfo();
  const kind = kindOf(opened);
  if (!takesGraph(kind)) {
    const schema = deps.workflows().find(({ id }) => id === request.workflow)?.params;
    const given = request.params ?? {};
    built = appliedBuild(built, given, schema, { backend: opened.instance.name, kind });
    await requireChoices(given, schema, request.workflow, opened);
    await passGates({ ...plan, drafts: built.drafts }, run, opened, gating);
    if (hasEnded(run)) return undefined;
    run.dispatch({ type: "enter", phase: "validating" });
    return { built, opened, catalog: new Map(), kind };
  }
  const hasChanged = await passGates({ ...plan, drafts: built.drafts }, run, opened, gating);
  if (hasEnded(run)) return undefined;
  if (hasChanged) {
    opened = await openWithInfo();
    built = await builder.build();
  }
  run.dispatch({ type: "enter", phase: "validating" });
  const { drafts, catalog } = await validateDrafts(built.drafts, opened.backend, {
    signal,
    report: run.report,
  });
  return { built: { ...built, drafts }, opened, catalog, kind };
}
