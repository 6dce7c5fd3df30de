// The five moments of the kernel and what their handlers look like.

import type { Logger, Problem, Awaitable } from "./values.js";
import type { OutgoingRequest, Purpose } from "./requests.js";
import type { Params, FeatureUse, WorkflowDraft } from "./draft.js";
import type { Catalog } from "./catalog.js";
import type { Backend, BackendInfo } from "./backend.js";
import type { Interaction } from "./interaction.js";
import type { Veto, JobEvent, Output } from "./jobs.js";
import type { BackendFacets } from "./facets.js";
import type { Band, Phase, CommonBand, HookName } from "./hook-names.js";

/** What every handler receives beside its value. */
export interface HookContext {
  /** Aborted when the caller cancels, the deadline passes, or the plugin is disposed. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Records a problem that does not end the call. */
  report(problem: Problem): void;
}

// --- beforeSend ------------------------------------------------------------------------------------------------

/** What a handler of `beforeSend` receives beside the request. */
export interface SendContext extends HookContext {
  /**
   * Why the chain runs: the first hop; a redirect to the same origin, or to another one that the profile lists in its
   * `origins`; or the one replay after a 401.
   */
  readonly reason: "first" | "redirect" | "challenge";
  /** The reply that asked for credentials; present when `reason` is `challenge`. */
  readonly challenge?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

/** Gives another request, or undefined to leave it as it is. In the bands `auth` and `sign`: other headers and query only. */
export type BeforeSend = (
  request: OutgoingRequest,
  context: SendContext,
) => Awaitable<OutgoingRequest | undefined>;

/** Which requests a tap takes part in: every member that is given must match. */
export interface SendFilter {
  /** Id of the request's auth scheme, or `none`. */
  readonly authType?: string;
  readonly purpose?: Purpose;
  /** As `URL.origin` writes it; `http:` and `https:` stand for `ws:` and `wss:`. */
  readonly origin?: string;
}

// --- buildWorkflow ---------------------------------------------------------------------------------------------

/** What a handler of `buildWorkflow` receives beside the draft. */
export interface BuildContext extends HookContext {
  /** Id of the workflow. */
  readonly workflow: string;
  readonly params: Params;
  /** Seed of this batch: the job's seed plus the batch's index, modulo 2^64. */
  readonly seed: bigint;
  /** False when nobody gave a seed, and `seed` is a random one. */
  readonly isSeedGiven: boolean;
  /** Which one this is, from 0, of how many. */
  readonly batch: { readonly index: number; readonly count: number };
  /**
   * The node classes of the backend that will run the graph: for templates whose graph depends on them. The backend is
   * opened and asked at most once per build, when it is first wanted; the handler's deadline waits meanwhile.
   */
  catalog(): Promise<Catalog>;
  /** The entry of the job's feature list for which a feature's handler is called. */
  readonly feature?: FeatureUse & { readonly index: number };
}

/** Gives the next draft, or undefined to leave it as it is. */
export type BuildWorkflow = (
  draft: WorkflowDraft,
  context: BuildContext,
) => Awaitable<WorkflowDraft | undefined>;

/** Which builds a tap takes part in: every member that is given must match. */
export interface BuildFilter {
  /** Id of the workflow. */
  readonly workflow?: string;
  /** Id of a feature: the handler is called for each of its entries in the job's list, behind those without this filter. */
  readonly feature?: string;
}

// --- beforeFirstBatch ------------------------------------------------------------------------------------------

/** What a gate looks at: the whole generation before anything of it reaches the backend. */
export interface BatchPlan {
  readonly jobId: string;
  readonly workflow: string;
  /** One for each batch. */
  readonly drafts: readonly WorkflowDraft[];
}

/** What a handler of `beforeFirstBatch` receives beside the plan. */
export interface GateContext extends HookContext {
  /** The one that the generation will run on; what it is asked ends with the job. */
  readonly backend: Backend;
  readonly info: BackendInfo;
  /** Asking holds the gate's deadline. */
  readonly interaction: Interaction;
  /** Folder of the project: of the configuration file, else the working directory. Absolute. */
  readonly project: string;
  /** Says that the backend has other node classes now: all batches are built again, with the same values, before they are validated. */
  changed(): void;
}

/** Gives a veto, or undefined to let the generation go on. The first veto is the last word. */
export type BeforeFirstBatch = (plan: BatchPlan, context: GateContext) => Awaitable<Veto | undefined>;

/** Which generations a gate looks at: every member that is given must match. */
export interface GateFilter {
  /** Id of the workflow. */
  readonly workflow?: string;
  /** One that the backend has. */
  readonly facet?: keyof BackendFacets;
}

// --- onEvent ---------------------------------------------------------------------------------------------------

/** What an observer receives beside the event. */
export interface EventContext {
  readonly logger: Logger;
}

/** Observation only: it returns nothing, so an `async` observer does not compile. */
export type OnEvent = (event: JobEvent, context: EventContext) => undefined;

/** Which events an observer sees. */
export interface EventFilter {
  /** Default: all. */
  readonly types?: readonly JobEvent["type"][];
}

// --- afterOutput -----------------------------------------------------------------------------------------------

/** What a handler of `afterOutput` receives beside the output: how it was made. */
export interface OutputContext extends HookContext {
  readonly jobId: string;
  /** Id of the workflow; empty for a prompt of another program. */
  readonly workflow: string;
  readonly params: Params;
  readonly features: readonly FeatureUse[];
  /** Of the first batch; that of the output's own batch is `Output.seed`. */
  readonly seed: bigint;
  readonly backend: BackendInfo;
  /** Where the host wants files; absolute. */
  readonly directory: string;
  /** Id to version of each plugin that took part. */
  readonly plugins: Readonly<Record<string, string>>;
}

/** Gives the next output, or undefined to leave it as it is. */
export type AfterOutput = (output: Output, context: OutputContext) => Awaitable<Output | undefined>;

/** Which outputs a tap takes part in: every member that is given must match. */
export interface OutputFilter {
  /** Id of the workflow. */
  readonly workflow?: string;
  /** Exactly this one, such as `image/png`. */
  readonly mime?: string;
}

// --- all five --------------------------------------------------------------------------------------------------

/** Place, filter and handler of each hook: the one place where they are paired. */
export interface HookTypes {
  beforeSend: { band: Band; phase: never; filter: SendFilter; handler: BeforeSend };
  buildWorkflow: { band: never; phase: Phase; filter: BuildFilter; handler: BuildWorkflow };
  beforeFirstBatch: { band: CommonBand; phase: never; filter: GateFilter; handler: BeforeFirstBatch };
  onEvent: { band: CommonBand; phase: never; filter: EventFilter; handler: OnEvent };
  afterOutput: { band: CommonBand; phase: never; filter: OutputFilter; handler: AfterOutput };
}

/** A handler of any hook. */
export type Handler = HookTypes[HookName]["handler"];

/** The data of a tap: from a manifest's `taps[]`, or from a host's code. */
export interface TapOptions<Hook extends HookName = HookName> {
  /** Default `default`. Not for `buildWorkflow`; `auth` and `sign` for `beforeSend` only. */
  readonly band?: HookTypes[Hook]["band"];
  /** For `buildWorkflow` only; default `prepare`. */
  readonly phase?: HookTypes[Hook]["phase"];
  /** Ids of taps' owners that come first inside the same band. */
  readonly after?: readonly string[];
  /** Evaluated before the plugin is entered, or even imported. */
  readonly when?: HookTypes[Hook]["filter"];
  /** May only shorten the hook's own limit. Milliseconds. */
  readonly timeoutMs?: number;
}

/** One row of `kernel.inspect(hook)`. */
export interface ChainEntry {
  /** Plugin id, or the name that the host gave its tap; default `host`. */
  readonly owner: string;
  /** Name of the handler. */
  readonly handler: string;
  readonly place: Band | Phase;
  readonly after: readonly string[];
  readonly when: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}
