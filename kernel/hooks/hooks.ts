// The five hooks together: registration, inspection, and the calls that services make.

import { fault } from "../base/errors/error-catalog.js";
import { problemFor } from "../authoring/problem-for.js";
import { didYouMean } from "../base/nearest.js";
import type { WorkflowDraft, FeatureUse } from "../contract/draft.js";
import type { JobEvent, Output, Veto } from "../contract/jobs.js";
import type { OutgoingRequest } from "../contract/requests.js";
import { explainFailure, type HookCall, type HookHost } from "./hook-call.js";
import { matches, type FilterSubject } from "./filter.js";
import { withFeatureOrigins } from "./feature-origins.js";
import { compileGate } from "./compile-gate.js";
import { compileObservers } from "./compile-observers.js";
import { credentialBands, fiveHooks } from "./five-hooks.js";
import { HookSlot } from "./hook-slot.js";
import type { Tap } from "./tap.js";
import { compileWaterfall } from "./compile-waterfall.js";
import { hookNames, phases, type HookName, type Phase } from "../contract/hook-names.js";
import type { Awaitable, Problem } from "../contract/values.js";
import type { BatchPlan, BuildContext, Handler } from "../contract/hooks.js";

/** A stage of `beforeSend`. The services compare the request before and after the stage `credentials`. */
export type SendStage = "shape" | "credentials" | "observe";
const stageOf = (tap: Tap): SendStage =>
  credentialBands.has(tap.place) ? "credentials" : tap.place === "observe" ? "observe" : "shape";

export class Hooks {
  readonly #slots = Object.fromEntries(
    hookNames.map((name) => [name, new HookSlot(fiveHooks[name])]),
  ) as Record<HookName, HookSlot>;
  readonly #host: HookHost;
  readonly #loaded = new WeakMap<Tap, Handler>();

  constructor(host: HookHost) {
    this.#host = host;
  }

  slot(name: HookName): HookSlot {
    if (!Object.hasOwn(this.#slots, name))
      throw fault("HOOK_UNKNOWN", { hook: name, suggestion: didYouMean(name, hookNames) });
    return this.#slots[name];
  }

  /** Computes every chain; throws when an order cannot be satisfied. */
  check(): void {
    for (const name of hookNames) this.#slots[name].chain();
  }

  /** The taps of the auth scheme that run for a request with these properties. */
  authTaps(subject: FilterSubject): readonly Tap[] {
    const ofScheme = (tap: Tap): boolean =>
      stageOf(tap) === "credentials" && tap.when["authType"] !== undefined && matches(tap.when, subject);
    return this.#slots.beforeSend.chain().filter(ofScheme);
  }

  /** Whether the stage has any handler. */
  hasStage(stage: SendStage): boolean {
    return this.#slots.beforeSend.segment(
      `has ${stage}`,
      (tap) => stageOf(tap) === stage,
      ({ length }) => length > 0,
    );
  }

  async beforeSend(
    stage: SendStage,
    request: OutgoingRequest,
    call: HookCall<object>,
  ): Promise<OutgoingRequest> {
    const run = this.#slots.beforeSend.segment(
      stage,
      (tap) => stageOf(tap) === stage,
      (taps) => compileWaterfall<OutgoingRequest>(taps, fiveHooks.beforeSend.shape),
    );
    return run(request, call);
  }

  /**
   * Runs `buildWorkflow` phase by phase. In each phase the template's taps run first, then those of each entry in the
   * feature list.
   */
  async buildWorkflow(
    draft: WorkflowDraft,
    features: readonly FeatureUse[],
    callFor: (draft: WorkflowDraft, feature?: BuildContext["feature"]) => Awaitable<HookCall<object>>,
  ): Promise<WorkflowDraft> {
    let current = draft;
    for (const phase of phases) {
      current = await this.#phase(phase, undefined)(current, await callFor(current));
      for (const [index, feature] of features.entries()) {
        const call = await callFor(current, { ...feature, index });
        const next = await this.#phase(phase, feature.id)(current, call);
        current = withFeatureOrigins(current, next, feature);
      }
    }
    return current;
  }

  #phase(phase: Phase, feature: string | undefined) {
    return this.#slots.buildWorkflow.segment(
      `${phase} ${feature ?? ""}`,
      (tap) => tap.place === phase && tap.when["feature"] === feature,
      (taps) => compileWaterfall<WorkflowDraft>(taps, fiveHooks.buildWorkflow.shape),
    );
  }

  async beforeFirstBatch(plan: BatchPlan, call: HookCall<object>): Promise<Veto | undefined> {
    return this.#slots.beforeFirstBatch.segment("", () => true, compileGate)(plan, call);
  }

  /** Imports the plugins with observers, so that they miss no event. Reports the plugins that cannot be loaded. */
  async prepareObservers(report: (problem: Problem) => void): Promise<void> {
    for (const tap of this.#slots.onEvent.chain()) {
      try {
        if (!this.#loaded.has(tap)) this.#loaded.set(tap, await tap.resolve());
      } catch (error) {
        report(problemFor(explainFailure(error, tap, this.#host)));
      }
    }
  }

  /**
   * Imports the plugins that handle every output of a job with these properties, so that a plugin that cannot be loaded
   * fails the job before it generates anything. Plugins that filter by media type are imported when needed. Throws the
   * first error.
   */
  async prepareOutputs(subject: FilterSubject): Promise<void> {
    for (const tap of this.#slots.afterOutput.chain()) {
      if (tap.loadedHandler !== undefined || !matches(tap.when, subject)) continue;
      try {
        await tap.resolve();
      } catch (error) {
        throw explainFailure(error, tap, this.#host);
      }
    }
  }

  notify(event: JobEvent, report: (problem: Problem) => void): void {
    const compile = (taps: readonly Tap[]) =>
      compileObservers(taps, (tap) => tap.loadedHandler ?? this.#loaded.get(tap), this.#host);
    this.#slots.onEvent.segment("", () => true, compile)(event, report);
  }

  async afterOutput(output: Output, call: HookCall<object>): Promise<Output> {
    const run = this.#slots.afterOutput.segment(
      "",
      () => true,
      (taps) => compileWaterfall<Output>(taps, fiveHooks.afterOutput.shape),
    );
    return run(output, call);
  }
}
