// A prompt in the table of a pool: what was submitted, what it needs, and where it is.

import type { PictorError, PromptWait, Receipt, Submission } from "@pictor/kernel/plugin";
import type { NoteSent, ServerPrompt } from "@pictor/prompt-life";
import type { Needs, Turn } from "@pictor/farm";
import type { PromptStep } from "./prompt-state.js";

/** A promise that the pool settles. */
export interface Outcome {
  readonly promise: Promise<Receipt>;
  resolve(receipt: Receipt): void;
  reject(error: unknown): void;
}

/** What was measured and heard about the present run. */
export interface RunNotes {
  /** When the run began, in milliseconds of the clock. */
  startedAt?: number;
  /** Whether the member had to load other models for it. */
  isCold: boolean;
  /** The last message about the steps of a node. */
  steps?: { readonly node: string; readonly value: number; readonly max: number; readonly at: number };
  /** Why it waits on the member, if the member has said so. */
  wait?: PromptWait | undefined;
}

export interface Entry {
  readonly id: string;
  readonly submission: Submission;
  readonly isDetached: boolean;
  /** Given by a caller that submits the prompt again in another process if it was not sent to a member. */
  readonly noteSent?: NoteSent | undefined;
  /** Changes with the priority of a prompt that waits. */
  turn: Turn;
  readonly needs: Needs;
  readonly models: readonly string[];
  readonly createdAt: number;
  /** How many prompts with an earlier turn waited when it came, and how many had been served. */
  ahead: number;
  servedBefore: number;
  /** Members that can run it, by their catalogs. */
  members: ReadonlySet<string>;
  /** Members that have refused it, and why. */
  readonly refusals: Map<string, PictorError>;
  state: PromptStep;
  notes: RunNotes;
  /** The prompt on the member to which it was passed on. */
  prompt?: ServerPrompt | undefined;
  /** Settles with the reply of the first member, or as soon as the pool has queued the prompt. */
  readonly outcome: Outcome;
}

export function createOutcome(): Outcome {
  let resolve: Outcome["resolve"] = () => undefined;
  let reject: Outcome["reject"] = () => undefined;
  const promise = new Promise<Receipt>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
