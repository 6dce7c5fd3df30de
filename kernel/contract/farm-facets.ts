// The facets of backends that distribute prompts over several servers: `members` shows and controls the servers,
// `waiting` tells when a prompt leaves this process, and `work` makes a server of this process one of them.

import type { BackendCalls, Receipt, Submission, SubmitOptions } from "./backend-calls.js";
import type { CallOptions } from "./calls.js";
import type { InstalledExtension } from "./extension-facet.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { Priority } from "./priority.js";
import type { ServerFacets } from "./server-facets.js";
import type { Problem } from "./values.js";

/** A backend that is used by another one. Every `Backend` is a `MemberBackend`. */
export interface MemberBackend extends BackendCalls {
  readonly facets: ServerFacets;
}

/** One server of a backend with the facet `members`, as the backend knew it last. */
export interface MemberStatus {
  readonly name: string;
  /** Product and address, for display; absent until the member has answered. */
  readonly title?: string;
  /**
   * - `ready`: it gets prompts.
   * - `draining`: it gets no new prompts, because a user has asked for that.
   * - `unreachable`: it gets no prompts until it answers again.
   * - `unchecked`: it was asked for the first time, and has not answered yet.
   */
  readonly state: "ready" | "draining" | "unreachable" | "unchecked";
  /** Why the member is unreachable. */
  readonly reason?: string;
  /** When an unreachable member is asked again, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** Prompts that the member runs, or that wait in its own queue. */
  readonly running: number;
  /** How many prompts it runs at once. Default 1. */
  readonly capacity?: number;
  /** Model files of the prompt that it ran last, which its memory still has. */
  readonly loaded: readonly string[];
  /** Milliseconds per sampling step, as measured with the models in `loaded`; absent before the first measurement. */
  readonly stepMs?: number;
  /** Milliseconds of a whole run, as measured with the models in `loaded`; absent before the first measurement. */
  readonly runMs?: number;
  /** Prompts that have ended on the member since the backend was opened, or since the worker was started. */
  readonly ended: number;
  /** How many of the ended ones are lost: it is not known how they have ended. */
  readonly lost: number;
  /** How often the member had to load other models. */
  readonly modelSwitches: number;
}

/** The prompts of one owner in the queue of a backend with the facet `members`. */
export interface OwnerStatus {
  /** Absent for prompts that name no owner. */
  readonly owner?: string;
  readonly waiting: number;
  readonly running: number;
  /** Whether a person has paused the owner: its prompts wait. Default false. */
  readonly isPaused?: boolean;
}

/** The state of a backend with the facet `members`. */
export interface FarmStatus {
  readonly members: readonly MemberStatus[];
  /** The owners with prompts that wait or run, and those that are paused; a pool lists them in the order of their next turns. */
  readonly owners: readonly OwnerStatus[];
  /** What an administrator should change, such as settings with which a queue could lose prompts. */
  readonly problems: readonly Problem[];
  /** Whether a person has paused the backend: no member gets prompts. */
  readonly isPaused: boolean;
}

/**
 * A backend with this facet keeps the proposed prompt ids, and runs several prompts at the same time: a job submits all
 * its batches at once. Methods reject as those of `Backend`; with `BACKEND_MEMBER_UNKNOWN` for an unknown member.
 */
export interface MembersFacet {
  status(options?: CallOptions): Promise<FarmStatus>;
  /** Gives the member no further prompts until `resume`; its running prompts continue. */
  drain(member: string, options?: CallOptions): Promise<void>;
  resume(member: string, options?: CallOptions): Promise<void>;
  /**
   * Gives no member prompts, or gives prompts again to those that are not draining. Running prompts continue, and new
   * ones wait.
   */
  setPaused(isPaused: boolean, options?: CallOptions): Promise<void>;
  /** Like `setPaused`, for the prompts of one owner: those of others do not wait for them, and they keep their turns. */
  setOwnerPaused(owner: string, isPaused: boolean, options?: CallOptions): Promise<void>;
  /**
   * Replaces `Submission.runningLimit` for the prompts of an owner that were submitted with one; undefined removes their
   * limit. The change applies at once, until the owner submits a prompt with a limit.
   */
  setOwnerLimit(owner: string, runningLimit: number | undefined, options?: CallOptions): Promise<void>;
  /**
   * Gives a waiting prompt another priority. Its turn is then that of a prompt that its owner has just submitted.
   * Resolves to false if the prompt does not wait.
   */
  setPriority(promptId: string, priority: Priority, options?: CallOptions): Promise<boolean>;
  /**
   * The ids of the prompts of a client of ComfyUI's protocol, by the owner and the id of the client in their records:
   * all that wait or run, and perhaps some that have ended. Absent, or undefined, if the backend does not know its
   * prompts by client: `prompts` lists those of all.
   */
  promptsOf?(client: string, options?: CallOptions): Promise<readonly string[] | undefined>;
  /** The extensions of a member; undefined if it has no list. */
  extensions(member: string, options?: CallOptions): Promise<readonly InstalledExtension[] | undefined>;
  /** The backend of a member, which the caller must not close; absent if the members belong to other processes. */
  open?(member: string): Promise<MemberBackend>;
}

/** For a backend whose prompts wait in this process, and end with it, until they are passed on to a server. */
export interface WaitingFacet {
  /**
   * Like `Backend.submit`. `noteSent(true)` is awaited each time before the prompt may reach a server, and
   * `noteSent(false)` is called when it is certain that no server has the prompt and none has run it.
   */
  submit(
    submission: Submission,
    options: SubmitOptions & { noteSent(isSent: boolean): Promise<void> },
  ): Promise<Receipt>;
}

/** What happens while a server works for a queue. */
export type WorkEvent =
  /** The worker takes prompts from the queue. */
  | { readonly type: "ready" }
  /** The connection to the queue. While it is lost, results wait. */
  | { readonly type: "connection"; readonly state: "open" | "lost" }
  /** Whether the server can be used, when that has changed. While it cannot, no prompts are taken. */
  | { readonly type: "server"; readonly state: "ready" | "unreachable" }
  /** `traceparent` is the span of the prompt, which its submitter has begun (W3C Trace Context). */
  | {
      readonly type: "began";
      readonly promptId: string;
      readonly owner?: string;
      readonly traceparent?: string;
    }
  /** A prompt that an earlier process of this worker had begun is followed again. */
  | { readonly type: "resumed"; readonly promptId: string }
  | {
      readonly type: "ended";
      readonly promptId: string;
      readonly as: "succeeded" | "interrupted" | "failed" | "lost";
      /** Milliseconds since the prompt began. */
      readonly durationMs: number;
      /** For `lost` and `failed`: why. */
      readonly error?: PictorError;
    }
  /** No further prompts are taken; the running ones end first. */
  | { readonly type: "draining"; readonly running: number }
  | { readonly type: "warning"; readonly problem: Problem };

/** Options of `WorkFacet.work`. */
export interface WorkOptions {
  /** Name of the worker: the same after a restart, and no other worker of the queue has it. */
  readonly name: string;
  /** Name of the backend on which the prompts run, for errors. Default: a text that names the worker. */
  readonly server?: string;
  /** Drains the worker when aborted: it takes no further prompts, and ends after the running ones. */
  readonly drain: AbortSignal;
  /** Ends the worker at once. What runs on the server continues, and the next process of this name follows it. */
  readonly signal: AbortSignal;
  report(event: WorkEvent): void;
}

/** Running the prompts of a queue. */
export interface WorkFacet {
  /**
   * Takes prompts from the queue and runs them on `backend`, one at a time, until `drain` or `signal` is aborted. Resolves after
   * the last prompt has ended.
   */
  work(backend: MemberBackend, options: WorkOptions): Promise<void>;
}
