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
import { Builder, type Build } from "../build/build-drafts.js";
import type { JobRun } from "./job-run.js";
import { requirementsOfError } from "../build/extension-requirements.js";
import { validateDrafts } from "../validate/validate-drafts.js";
import type { JobDependencies } from "./dependencies.js";

type Kind = Contribution<"backends">;

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
  readonly kind: Kind;
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

/** A generation while it is prepared. */
class Preparation {
  readonly #request: GenerateRequest;
  readonly #run: JobRun;
  readonly #deps: JobDependencies;
  /** What the gates learn of the plan besides its drafts. */
  readonly #plan: Pick<BatchPlan, "workflow" | "directory">;
  readonly #builder: Builder;
  #opening: ReturnType<JobRun["open"]> | undefined;

  constructor(request: GenerateRequest, run: JobRun, deps: JobDependencies, directory: string | undefined) {
    this.#request = request;
    this.#run = run;
    this.#deps = { ...deps, interaction: request.interaction ?? deps.interaction };
    this.#plan = { workflow: request.workflow, ...(directory !== undefined && { directory }) };
    const backend = async () => (await this.#open()).backend;
    const { signal, report } = run;
    this.#builder = new Builder({ ...request, signal }, deps, { backend, report });
  }

  async prepare(): Promise<Prepared | undefined> {
    const { backendKinds, hooks } = this.#deps;
    // An output plugin that cannot be loaded must fail the job before anything is changed or generated.
    await raceAbort(this.#run.signal, hooks.prepareOutputs({ workflow: this.#plan.workflow }));
    // Only such a kind can refuse a generation before it is built; otherwise the build needs no backend.
    if (backendKinds().some((kind) => !takesGraph(kind))) await this.#requireParts();
    const built = await this.#buildFirst();
    if (built === undefined) return undefined;
    const opened = await this.#openWithInfo();
    const kind = this.#kindOf(opened);
    return takesGraph(kind)
      ? this.#prepareGraph(built, opened, kind)
      : this.#prepareRequest(built, opened, kind);
  }

  /** For a kind that takes what was asked for in place of a graph. */
  async #prepareRequest(build: Build, opened: OpenedBackend, kind: Kind): Promise<Prepared | undefined> {
    const { workflow, params: given = {} } = this.#request;
    const schema = this.#deps.workflows().find(({ id }) => id === workflow)?.params;
    const built = appliedBuild(build, given, schema, { backend: opened.instance.name, kind });
    await requireChoices(given, schema, workflow, opened);
    await this.#passGates(built.drafts, opened);
    if (this.#run.hasEnded()) return undefined;
    this.#run.dispatch({ type: "enter", phase: "validating" });
    return { built, opened, catalog: new Map(), kind };
  }

  async #prepareGraph(build: Build, before: OpenedBackend, kind: Kind): Promise<Prepared | undefined> {
    const { hasEnded, dispatch, report, signal } = this.#run;
    const hasChanged = await this.#passGates(build.drafts, before);
    if (hasEnded()) return undefined;
    const opened = hasChanged ? await this.#openWithInfo() : before;
    const built = hasChanged ? await this.#builder.build() : build;
    dispatch({ type: "enter", phase: "validating" });
    const { drafts, catalog } = await validateDrafts(built.drafts, opened.backend, { signal, report });
    return { built: { ...built, drafts }, opened, catalog, kind };
  }

  /** Builds the drafts. If extensions are missing, runs the gates, which may install them, and builds again. */
  async #buildFirst(): Promise<Build | undefined> {
    try {
      return await this.#builder.build();
    } catch (error) {
      const requires = requirementsOfError(error);
      if (requires.length === 0) throw error;
      const hasChanged = await this.#passGates([{ ...emptyDraft, requires }], await this.#openWithInfo());
      if (this.#run.hasEnded()) return undefined;
      if (!hasChanged) throw error;
      return this.#builder.build();
    }
  }

  #passGates(drafts: BatchPlan["drafts"], opened: OpenedBackend): Promise<boolean> {
    return passGates({ ...this.#plan, drafts }, this.#run, opened, this.#deps);
  }

  async #requireParts(): Promise<void> {
    const { workflow, features = [] } = this.#request;
    const { instance } = await this.#open();
    const kind = this.#kindOf({ instance });
    if (!takesGraph(kind)) requireSupportedParts({ backend: instance.name, kind }, workflow, features);
  }

  #kindOf({ instance }: Pick<OpenedBackend, "instance">): Kind {
    return findKind(instance.kind, `backends/${instance.name}`, this.#deps.backendKinds());
  }

  #open(): ReturnType<JobRun["open"]> {
    return (this.#opening ??= this.#run.open(this.#request.backend));
  }

  async #openWithInfo(): Promise<OpenedBackend> {
    const { instance, backend } = await this.#open();
    return { instance, backend, info: await backend.info({ signal: this.#run.signal }) };
  }
}

/**
 * `directory` is the folder of the outputs, if this process saves them. Resolves to undefined if a gate has ended the job. Rejects with
 * the errors of the build, the backend or the validation.
 */
export const prepareGeneration = (
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
  directory?: string,
): Promise<Prepared | undefined> => new Preparation(request, run, deps, directory).prepare();
