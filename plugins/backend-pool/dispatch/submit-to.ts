// Submits a prompt to a member once, and finds out what has become of it.

import {
  PictorError,
  raceAbort,
  reasonOf,
  withTimeout,
  type Backend,
  type Receipt,
  type Submission,
  isCrash,
  isNotSent,
  isOutcomeUnknown,
} from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import type { Member } from "../members/member.js";
import { findOn, lookUp } from "./look-up.js";

/** Whether the server has refused the graph, so that nothing was queued. */
const isRefusedGraph = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base === "BACKEND_REFUSED_GRAPH";

/** What has become of a submission. */
export type Submitted =
  | { readonly is: "accepted"; readonly id: string }
  /** Certainly not run; the member may get other prompts. */
  | { readonly is: "refused"; readonly error: PictorError }
  /** Certainly not run; the member cannot be used at present. */
  | { readonly is: "failed"; readonly error: unknown }
  /** It may have run. */
  | { readonly is: "uncertain"; readonly why: string };

export interface SubmitContext {
  readonly core: Core;
  readonly member: Member;
  readonly backend: Backend;
  readonly isDetached: boolean;
  /** Whether the connection to the member was lost since the submission began. */
  wasCut(): boolean;
  /** Resolves to the id if an event shows that the member has the prompt. */
  readonly seen: Promise<string>;
  /** Called with the reply, even if it comes after an event has shown that the member has the prompt. */
  onReceipt(receipt: Receipt): void;
}

/** The reply to the request; while there is none, the prompt is looked for. */
async function replyOrFound(
  request: Promise<Receipt>,
  submission: Submission,
  { core, member, seen }: SubmitContext,
): Promise<Submitted> {
  const { clock, limits, signal } = core;
  const answered: Promise<Submitted> = Promise.race([
    request.then(({ promptId }) => ({ is: "accepted", id: promptId }) as const),
    seen.then((id) => ({ is: "accepted", id }) as const),
  ]);
  const replied = raceAbort(signal, answered);
  const since = clock.now();
  for (;;) {
    const reply = await withTimeout(clock, limits.recordMs, replied, () => undefined);
    if (reply !== undefined) return reply;
    const id = await findOn(member, submission, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (id !== undefined) return { is: "accepted", id };
    if (clock.now() - since >= limits.unreachableMs)
      return { is: "uncertain", why: `no reply to the submission within ${limits.unreachableMs / 1000} s` };
  }
}

export async function submitTo(submission: Submission, context: SubmitContext): Promise<Submitted> {
  const { backend, core, isDetached, member, wasCut } = context;
  const request = backend.submit(submission, {
    signal: core.signal,
    ...(isDetached && { detached: true }),
  });
  request.then(context.onReceipt, () => undefined);
  try {
    return await replyOrFound(request, submission, context);
  } catch (error) {
    core.signal.throwIfAborted();
    if (isRefusedGraph(error)) return { is: "refused", error };
    member.note(error);
    if (isCrash(error)) return { is: "uncertain", why: `its server has crashed (${reasonOf(error)})` };
    if (isOutcomeUnknown(error)) {
      if (isNotSent(error)) return { is: "failed", error };
      const found = await lookUp(member, submission, core, wasCut);
      if (found === "absent") return { is: "failed", error };
      return "id" in found ? { is: "accepted", id: found.id } : { is: "uncertain", why: found.uncertain };
    }
    // The member has answered, and has not taken the prompt.
    return error instanceof PictorError ? { is: "refused", error } : { is: "failed", error };
  }
}
