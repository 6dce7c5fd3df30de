// Prepares a generation: builds the drafts, opens the backend, runs the gates, validates.

import {
  interactionFor,
  suspendWhileAsking,
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
import { appliedBuild, requireSupportedParts, takesGraph } from "../build/neutral-request.js";
import { requireChoices } from "../build/require-choices.js";
import { findKind } from "../../backends/kind-settings.js";
import { Builder, type Build } from "../build/build-drafts.js";
import type { JobRun, OpenedInstance } from "../run/job-run.js";
import { requirementsOfError } from "../build/extension-requirements.js";
import { validateDrafts } from "../validate/validate-drafts.js";

type Kind = Contribution<"backends">;

export interface OpenedBackend extends OpenedInstance {
  readonly info: BackendInfo;
}

/** A generation that is ready to be submitted. */
export interface Prepared {
  readonly request: GenerateRequest;
  readonly run: JobRun;
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

/** A generation while it is prepared. */
class Preparation {
  readonly #request: GenerateRequest;
  readonly #run: JobRun;
  /** What the gates learn of the plan besides its drafts. */
  readonly #plan: Omit<BatchPlan, "drafts">;
  readonly #builder: Builder;
  #opening: Promise<OpenedInstance> | undefined;

  constructor(request: GenerateRequest, run: JobRun, directory: string | undefined) {
    this.#request = request;
    this.#run = run;
    const { jobId } = run.state();
    this.#plan = { jobId, workflow: request.workflow, ...(directory !== undefined && { directory }) };
    const backend = async () => (await this.#open()).backend;
    const { deps, signal, report } = run;
    this.#builder = new Builder({ ...request, signal }, deps, { backend, report });
  }

  async prepare(): Promise<Prepared | undefined> {
    const { backendKinds, hooks } = this.#run.deps;
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
    const schema = this.#run.deps.workflows().find(({ id }) => id === workflow)?.params;
    const built = appliedBuild(build, given, schema, { backend: opened.instance.name, kind });
    await requireChoices(given, schema, workflow, opened);
    await this.#passGates(built.drafts, opened);
    if (this.#run.hasEnded()) return undefined;
    this.#run.dispatch({ type: "enter", phase: "validating" });
    return { request: this.#request, run: this.#run, built, opened, catalog: new Map(), kind };
  }

  async #prepareGraph(build: Build, before: OpenedBackend, kind: Kind): Promise<Prepared | undefined> {
    const run = this.#run;
    const hasChanged = await this.#passGates(build.drafts, before);
    if (run.hasEnded()) return undefined;
    const opened = hasChanged ? await this.#openWithInfo() : before;
    const built = hasChanged ? await this.#builder.build() : build;
    run.dispatch({ type: "enter", phase: "validating" });
    const { drafts, catalog } = await validateDrafts(built.drafts, opened.backend, run);
    return { request: this.#request, run, built: { ...built, drafts }, opened, catalog, kind };
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

  /** Runs the gates. Settles with whether a gate has changed the backend. A veto ends the job. */
  async #passGates(drafts: BatchPlan["drafts"], opened: OpenedBackend): Promise<boolean> {
    const { backend, instance, info } = opened;
    const { deps, dispatch, report, signal } = this.#run;
    const { exclusively, fileSaved, host, hooks, project } = deps;
    const { interaction = deps.interaction } = this.#request;
    const plan: BatchPlan = { ...this.#plan, drafts };
    const { jobId, workflow } = plan;
    let hasChanged = false;
    const changed = (): void => {
      hasChanged = true;
    };
    dispatch({ type: "enter", phase: "gating" });
    const call: HookCall<OwnGateContext> = {
      host,
      subject: { workflow, facet: info.facets },
      signal: new CallSignal(signal),
      context: (tap, deadline) => ({
        backend,
        info,
        interaction: interactionFor(
          tap.owner,
          suspendWhileAsking(interaction, deadline(), { jobId, signal }),
        ),
        project,
        ...(fileSaved !== undefined && { fileSaved }),
        changed,
      }),
      report,
    };
    const gate = exclusively(`gate ${instance.name}`, () => hooks.beforeFirstBatch(plan, call));
    const veto = await raceAbort(signal, gate);
    if (veto !== undefined) dispatch({ type: "veto", veto });
    return hasChanged;
  }

  async #requireParts(): Promise<void> {
    const { workflow, features = [] } = this.#request;
    const { instance } = await this.#open();
    const kind = this.#kindOf({ instance });
    if (!takesGraph(kind)) requireSupportedParts({ backend: instance.name, kind }, workflow, features);
  }

  #kindOf({ instance }: Pick<OpenedBackend, "instance">): Kind {
    return findKind(instance.kind, `backends/${instance.name}`, this.#run.deps.backendKinds());
  }

  #open(): Promise<OpenedInstance> {
    return (this.#opening ??= this.#run.open(this.#request.backend));
  }

  async #openWithInfo(): Promise<OpenedBackend> {
    const { instance, backend } = await this.#open();
    return { instance, backend, info: await backend.info({ signal: this.#run.signal }) };
  }
}

/**
 * `directory` is the folder of the outputs, if this process saves them. Resolves to undefined if a gate has ended the
 * job. Rejects with the errors of the build, the backend or the validation.
 */
export const prepareGeneration = (
  request: GenerateRequest,
  run: JobRun,
  directory?: string,
): Promise<Prepared | undefined> => new Preparation(request, run, directory).prepare();
