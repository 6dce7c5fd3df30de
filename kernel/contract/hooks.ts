// The five hooks: the types of their handlers, contexts and filters.

import type { Logger, Problem, Awaitable, SavedFile } from "./values.js";
import type { Limits } from "./configuration.gen.js";
import type { OutgoingRequest, Purpose } from "./requests.js";
import type { Params, FeatureUse, WorkflowDraft } from "./draft.js";
import type { Catalog, CatalogOptions } from "./catalog.js";
import type { Backend } from "./backend.js";
import type { BackendInfo } from "./backend-info.js";
import type { InputFile } from "./graph.js";
import type { Interaction } from "./interaction.js";
import type { Veto, JobEvent, Output } from "./jobs.js";
import type { BackendFacets } from "./facets.js";
import type { Band, Phase, CommonBand, HookName } from "./hook-names.js";

/** What every asynchronous handler receives beside its value. */
export interface HookContext {
  /** Aborted when the caller cancels, the handler's deadline passes, or the plugin is disposed. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Records a problem that does not end the call. */
  report(problem: Problem): void;
}

// --- beforeSend ------------------------------------------------------------------------------------------------

/** What a handler of `beforeSend` receives besides the request. */
export interface SendContext extends HookContext {
  /**
   * Why the chain runs: for the first request; for a redirect, either to the same origin or to an origin that the
   * profile lists in its `origins`; or for the single replay after a 401.
   */
  readonly reason: "first" | "redirect" | "challenge";
  /** The reply that asked for credentials; present only when `reason` is `challenge`. */
  readonly challenge?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  /**
   * For schemes that sign: names what the signature covers, such as `method`, `query`, `body` or `header Date`. Hosts show it
   * with the request that was sent.
   */
  covers?(names: readonly string[]): void;
}

/**
 * Returns another request, or undefined to leave the request unchanged. In the bands `auth` and `sign` only headers and
 * query parameters may differ.
 */
export type BeforeSend = (
  request: OutgoingRequest,
  context: SendContext,
) => Awaitable<OutgoingRequest | undefined>;

/** Selects the requests for which a tap runs. Every given member must match. */
export interface SendFilter {
  /** Id of the request's auth scheme, or `none`. */
  readonly authType?: string;
  readonly purpose?: Purpose;
  /** An origin as `URL.origin` serializes it. Use `http:` and `https:` for `ws:` and `wss:`. */
  readonly origin?: string;
}

// --- buildWorkflow ---------------------------------------------------------------------------------------------

/** What a handler of `buildWorkflow` receives besides the draft. */
export interface BuildContext extends HookContext {
  /** Id of the workflow. */
  readonly workflow: string;
  readonly params: Params;
  /**
   * Seed of this batch: the seed of the job plus the index of the batch, modulo 2^64. A workflow that uses it has the
   * setting `seed`, unless its draft names a seed: otherwise no seed is recorded.
   */
  readonly seed: bigint;
  /** False when the caller gave no seed; `seed` is then random. */
  readonly isSeedGiven: boolean;
  /** Index of this batch, from 0, and the number of batches. */
  readonly batch: { readonly index: number; readonly count: number };
  /** What the generation may ask for. `requireWithin` refuses more. */
  readonly limits: Limits;
  /**
   * Resolves to the node classes of the backend that will run the graph, for templates whose graph depends on them. The
   * first call opens the backend and fetches the catalog; later calls of the same build reuse it. A template that names
   * the `classes` that it reads spares the server the description of all others. The deadline of the handler is
   * suspended meanwhile.
   */
  catalog(options?: Pick<CatalogOptions, "classes">): Promise<Catalog>;
  /**
   * The entry of the job's feature list that the handler is called for; present only for handlers with a `feature`
   * filter.
   */
  readonly feature?: FeatureUse & { readonly index: number };
}

/** Returns the next draft, or undefined to leave the draft unchanged. */
export type BuildWorkflow = (
  draft: WorkflowDraft,
  context: BuildContext,
) => Awaitable<WorkflowDraft | undefined>;

/** Selects the builds for which a tap runs. Every given member must match. */
export interface BuildFilter {
  /** Id of the workflow. */
  readonly workflow?: string;
  /**
   * Id of a feature. The handler is called once for each entry with this id in the job's feature list, after the
   * handlers without this filter.
   */
  readonly feature?: string;
}

// --- beforeFirstBatch ------------------------------------------------------------------------------------------

/** What a gate examines: the whole generation, before anything is sent to the backend. */
export interface BatchPlan {
  readonly jobId: string;
  readonly workflow: string;
  /** One draft for each batch. */
  readonly drafts: readonly WorkflowDraft[];
  /** The folder into which outputs are saved; absent if the generation is only checked or submitted. */
  readonly directory?: string;
}

/** What a handler of `beforeFirstBatch` receives besides the plan. */
export interface GateContext extends HookContext {
  /** The backend that will run the generation. Its calls are aborted when the job ends. */
  readonly backend: Backend;
  readonly info: BackendInfo;
  /** While the user is being asked, the deadline of the gate is suspended. */
  readonly interaction: Interaction;
  /** The project folder: that of the configuration file, or the working directory if there is no file. Absolute. */
  readonly project: string;
  /**
   * The gate calls this function after it has written a file of the project folder for the user. The new content is
   * then trusted if the previous content was.
   */
  fileSaved?(file: SavedFile): Promise<void>;
  /**
   * Announces that the node classes of the backend have changed. All batches are then built again with the same values
   * before they are validated.
   */
  changed(): void;
}

/** Returns a veto, or undefined to let the generation continue. The first veto ends the chain. */
export type BeforeFirstBatch = (plan: BatchPlan, context: GateContext) => Awaitable<Veto | undefined>;

/** Selects the generations that a gate examines. Every given member must match. */
export interface GateFilter {
  /** Id of the workflow. */
  readonly workflow?: string;
  /** A facet that the backend must have. */
  readonly facet?: keyof BackendFacets;
}

// --- onEvent ---------------------------------------------------------------------------------------------------

/** What an observer receives besides the event. */
export interface EventContext {
  readonly logger: Logger;
  /**
   * Records a problem, such as a notification that could not be sent; also later, from work that the handler
   * has started. The job gets an event `warning`, and its result lists the problem. A report about an event `warning` is
   * only listed. After the end of the job, the problem is logged as a warning.
   */
  report(problem: Problem): void;
}

/** An observer. It returns nothing, so an `async` function does not compile. */
export type OnEvent = (event: JobEvent, context: EventContext) => undefined;

/** Selects the events that an observer receives. */
export interface EventFilter {
  /** The types of the events. Default: all types. */
  readonly types?: readonly JobEvent["type"][];
}

// --- afterOutput -----------------------------------------------------------------------------------------------

/** What a handler of `afterOutput` receives besides the output. */
export interface OutputContext extends HookContext {
  readonly jobId: string;
  /** Id of the workflow; empty for a prompt that another program submitted. */
  readonly workflow: string;
  readonly params: Params;
  readonly features: readonly FeatureUse[];
  /** The files of this machine that were inputs of the generation. */
  readonly inputs: readonly NonNullable<InputFile["source"]>[];
  /** Seed of the first batch; absent if the graph uses no seed. `Output.seed` is the seed of the output's own batch. */
  readonly seed?: bigint;
  readonly backend: BackendInfo;
  /** Who has asked for the generation, as in `GenerateRequest`; absent if nobody was named. */
  readonly owner?: string;
  /** The folder into which output plugins save; absolute. */
  readonly directory: string;
  /** Version of each plugin that took part in the generation, by plugin id. */
  readonly plugins: Readonly<Record<string, string>>;
}

/** Returns the next output, or undefined to leave the output unchanged. */
export type AfterOutput = (output: Output, context: OutputContext) => Awaitable<Output | undefined>;

/** Selects the outputs for which a tap runs. Every given member must match. */
export interface OutputFilter {
  /** Id of the workflow. */
  readonly workflow?: string;
  /** An exact media type, such as `image/png`. */
  readonly mime?: string;
}

// --- all five --------------------------------------------------------------------------------------------------

/** Order, filter and handler of each hook. All other types about hooks derive from this one. */
export interface HookTypes {
  beforeSend: { band: Band; phase: never; filter: SendFilter; handler: BeforeSend };
  buildWorkflow: { band: never; phase: Phase; filter: BuildFilter; handler: BuildWorkflow };
  beforeFirstBatch: { band: CommonBand; phase: never; filter: GateFilter; handler: BeforeFirstBatch };
  onEvent: { band: CommonBand; phase: never; filter: EventFilter; handler: OnEvent };
  afterOutput: { band: CommonBand; phase: never; filter: OutputFilter; handler: AfterOutput };
}

/** A handler of any hook. */
export type Handler = HookTypes[HookName]["handler"];

/** The data of a tap, from a manifest's `taps[]` or from host code. */
export interface TapOptions<Hook extends HookName = HookName> {
  /**
   * The band of the tap. Default `default`. Not allowed for `buildWorkflow`. Only `beforeSend` has `auth` and `sign`.
   */
  readonly band?: HookTypes[Hook]["band"];
  /** The phase of the tap, for `buildWorkflow` only. Default `prepare`. */
  readonly phase?: HookTypes[Hook]["phase"];
  /** Ids of plugins whose taps in the same band or phase run before this one. */
  readonly after?: readonly string[];
  /** Evaluated before the plugin is called, and before it is imported. */
  readonly when?: HookTypes[Hook]["filter"];
  /** The time limit of the handler in milliseconds; it can only shorten the limit of the hook. */
  readonly timeoutMs?: number;
}

/** One row of `kernel.inspect(hook)`. */
export interface ChainEntry {
  /** Id of the plugin, or the name that the host gave its tap. Default `host`. */
  readonly owner: string;
  /** Name of the handler. */
  readonly handler: string;
  readonly place: Band | Phase;
  readonly after: readonly string[];
  readonly when: Readonly<Record<string, unknown>>;
  /** The time limit of the handler in milliseconds, at most the limit of the hook. */
  readonly timeoutMs: number;
}
