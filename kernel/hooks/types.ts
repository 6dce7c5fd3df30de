// The five moments of the kernel and what their handlers look like.

import type { Backend, BackendFacets, BackendInfo, Catalog } from "../backend/types.js";
import type { FeatureUse, JobEvent, Output, Params, WorkflowDraft } from "../generation/types.js";
import type { OutgoingRequest, Purpose } from "../request/types.js";

export const hookNames = [
  "beforeSend",
  "buildWorkflow",
  "beforeFirstBatch",
  "onEvent",
  "afterOutput",
] as const;
export type HookName = (typeof hookNames)[number];

/** The order inside a hook. `auth` and `sign` exist for `beforeSend` only: what they write is a credential. */
export const bands = ["prepare", "default", "late", "auth", "sign", "observe"] as const;
export type Band = (typeof bands)[number];

/** The order inside `buildWorkflow`: templates tap prepare, sample and finish; add-ons tap condition or refine. */
export const phases = ["prepare", "condition", "sample", "refine", "finish"] as const;
export type Phase = (typeof phases)[number];

export type Awaitable<T> = T | Promise<T>;

/** JSON as plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Something that went wrong without ending what it happened in. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly plugin?: string;
  readonly hook?: HookName;
}

/** Writes through the kernel's redaction; levels as in syslog. */
export interface Logger {
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** What every handler receives beside its value. */
export interface HookContext {
  /** Aborted when the caller cancels, the deadline passes, or the plugin is disposed. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Records a problem that does not end the call. */
  report(problem: Problem): void;
}

// --- beforeSend ------------------------------------------------------------------------------------------------

export interface SendContext extends HookContext {
  /** Why the chain runs: the first hop, a same-origin redirect, or the one replay after a 401. */
  readonly reason: "first" | "redirect" | "challenge";
  /** The reply that asked for credentials; present when `reason` is `challenge`. */
  readonly challenge?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}
export type BeforeSend = (
  request: OutgoingRequest,
  context: SendContext,
) => Awaitable<OutgoingRequest | undefined>;
export interface SendFilter {
  readonly authType?: string;
  readonly purpose?: Purpose;
  readonly origin?: string;
}

// --- buildWorkflow ---------------------------------------------------------------------------------------------

export interface BuildContext extends HookContext {
  readonly workflow: string;
  readonly params: Params;
  /** Seed of this batch: the job's seed plus the batch's index, modulo 2^64. */
  readonly seed: bigint;
  /** False when nobody gave a seed, and `seed` is a random one. */
  readonly isSeedGiven: boolean;
  readonly batch: { readonly index: number; readonly count: number };
  /**
   * The node classes of the backend that will run the graph: for templates whose graph depends on them. The backend is
   * opened and asked at most once per build, when it is first wanted; the handler's deadline waits meanwhile.
   */
  catalog(): Promise<Catalog>;
  /** The entry of the job's feature list for which an add-on's handler is called. */
  readonly feature?: FeatureUse & { readonly index: number };
}
export type BuildWorkflow = (
  draft: WorkflowDraft,
  context: BuildContext,
) => Awaitable<WorkflowDraft | undefined>;
export interface BuildFilter {
  readonly workflow?: string;
  readonly feature?: string;
}

// --- beforeFirstBatch ------------------------------------------------------------------------------------------

/** What a gate looks at: the whole generation before anything of it reaches the backend. */
export interface BatchPlan {
  readonly jobId: string;
  readonly workflow: string;
  readonly drafts: readonly WorkflowDraft[];
}
/** A clean no: the generation ends as `vetoed`, with these words. */
export interface Veto {
  readonly kind: "veto";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}
export interface GateContext extends HookContext {
  readonly backend: Backend;
  readonly info: BackendInfo;
  readonly interaction: Interaction;
  /** Folder of the project: of the configuration file, else the working directory. Absolute. */
  readonly project: string;
  /** Says that the backend has other node classes now: all batches are built again, with the same values, before they are validated. */
  changed(): void;
}
export type BeforeFirstBatch = (plan: BatchPlan, context: GateContext) => Awaitable<Veto | undefined>;
export interface GateFilter {
  readonly workflow?: string;
  readonly facet?: keyof BackendFacets;
}

/** How a plugin talks to the person; the host supplies it, and without one every question takes its safe answer. */
export interface Interaction {
  ask(question: Question): Promise<string>;
  /**
   * Opens the system's browser (http and https only). False when there is none: then `instead`, by default the address
   * itself, was shown whole, for a browser elsewhere.
   */
  openUrl(url: string, instead?: string): Promise<boolean>;
  /** Asks for a text; undefined when nobody can be asked. Rejects with the signal's reason when it is aborted. */
  enter(prompt: Prompt, signal?: AbortSignal): Promise<string | undefined>;
  /** Shows a code that is to be typed elsewhere, with a way to copy it, until the signal is aborted. */
  showCode(code: ShownCode, signal: AbortSignal): void;
  show(text: string): void;
  /** Reports progress of long work; also resets a gate's deadline of inactivity. */
  progress(step: string, fraction?: number): void;
}
export interface Prompt {
  readonly title: string;
  readonly detail?: readonly string[];
  /** Not shown while it is typed. */
  readonly secret?: boolean;
}
export interface ShownCode {
  readonly code: string;
  /** Where it is to be typed. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}
export interface Question {
  readonly title: string;
  readonly detail?: readonly string[];
  readonly choices: readonly string[];
  /** The answer when nobody can be asked; one of `choices`. */
  readonly safeChoice: string;
  /** What a general yes means, such as `--yes`; default the first choice that is not the safe one. */
  readonly yesChoice?: string;
}

// --- onEvent ---------------------------------------------------------------------------------------------------

export interface EventContext {
  readonly logger: Logger;
}
/** Observation only: it returns nothing, so an `async` observer does not compile. */
export type OnEvent = (event: JobEvent, context: EventContext) => undefined;
export interface EventFilter {
  readonly types?: readonly JobEvent["type"][];
}

// --- afterOutput -----------------------------------------------------------------------------------------------

export interface OutputContext extends HookContext {
  readonly jobId: string;
  readonly workflow: string;
  readonly params: Params;
  readonly features: readonly FeatureUse[];
  readonly seed: bigint;
  readonly backend: BackendInfo;
  /** Where the host wants files; absolute. */
  readonly directory: string;
  /** Id to version of each plugin that took part. */
  readonly plugins: Readonly<Record<string, string>>;
}
export type AfterOutput = (output: Output, context: OutputContext) => Awaitable<Output | undefined>;
export interface OutputFilter {
  readonly workflow?: string;
  readonly mime?: string;
}

// --- all five --------------------------------------------------------------------------------------------------

/** Value, context, filter and result of each hook: the one place where they are paired. */
export interface HookTypes {
  beforeSend: { value: OutgoingRequest; context: SendContext; filter: SendFilter; handler: BeforeSend };
  buildWorkflow: { value: WorkflowDraft; context: BuildContext; filter: BuildFilter; handler: BuildWorkflow };
  beforeFirstBatch: { value: BatchPlan; context: GateContext; filter: GateFilter; handler: BeforeFirstBatch };
  onEvent: { value: JobEvent; context: EventContext; filter: EventFilter; handler: OnEvent };
  afterOutput: { value: Output; context: OutputContext; filter: OutputFilter; handler: AfterOutput };
}
export type Handler = HookTypes[HookName]["handler"];

/** The data of a tap: from a manifest's `taps[]`, or from a host's code. */
export interface TapOptions<Hook extends HookName = HookName> {
  /** Default `default`. Not for `buildWorkflow`. */
  readonly band?: Band;
  /** For `buildWorkflow` only; default `prepare`. */
  readonly phase?: Phase;
  /** Ids of taps' owners that come first inside the same band. */
  readonly after?: readonly string[];
  /** Evaluated before the plugin is entered, or even imported. */
  readonly when?: HookTypes[Hook]["filter"];
  /** May only shorten the hook's own limit. Milliseconds. */
  readonly timeoutMs?: number;
}

/** One row of `kernel.inspect(hook)`. */
export interface ChainEntry {
  readonly owner: string;
  readonly handler: string;
  readonly place: Band | Phase;
  readonly after: readonly string[];
  readonly when: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}
