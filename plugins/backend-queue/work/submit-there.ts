// Submits a claimed prompt to the server of a worker, once, and finds out whether the server has it.

import {
  hasNoList,
  isCrash,
  pause,
  type Clock,
  type MemberBackend,
  type Submission,
} from "@pictor/kernel/plugin";
import { failed, lost, type Verdict } from "../protocol/verdicts.js";
import { isNotTaken, isTemporary, refusalOf } from "./errors.js";
import { untilAnswered } from "./retry.js";

export type SubmitOutcome =
  | { readonly type: "there"; readonly id: string }
  /** The server certainly does not have it, and another one may run it. `error` says why. */
  | { readonly type: "absent"; readonly error: unknown }
  | { readonly type: "ended"; readonly verdict: Verdict };

export interface ServerDependencies {
  readonly backend: MemberBackend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface SubmitThereDependencies extends ServerDependencies {
  /** Where the prompt is: for messages. */
  readonly where: string;
  /** Whether the connection to the server was lost since the submission began: the server may have been restarted. */
  wasCut(): boolean;
}

/** Milliseconds until a prompt that the server denies is looked up again: it can be between two lists. */
const recheckMs = 400;

/** Looks a prompt up by its id, and by its record on servers that assign ids themselves. Undefined if the server denies it twice. */
export async function findThere(
  id: string,
  there: string | undefined,
  { backend, clock, signal }: ServerDependencies,
): Promise<string | undefined> {
  for (let denials = 0; denials < 2; denials++) {
    if (denials > 0) await pause(clock, recheckMs, signal);
    const found = await untilAnswered(
      async () => {
        const known = there ?? id;
        if ((await backend.state(known, { signal })).state !== "unknown") return known;
        const listed = await backend.prompts({ limit: 50, signal }).catch((error: unknown) => {
          if (hasNoList(error)) return [];
          throw error;
        });
        return listed.find(({ record }) => record?.["promptId"] === id)?.promptId;
      },
      { clock, signal },
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

export async function submitThere(
  submission: Submission,
  deps: SubmitThereDependencies,
): Promise<SubmitOutcome> {
  const { backend, signal, where } = deps;
  try {
    const receipt = await backend.submit(submission, { signal });
    return { type: "there", id: receipt.promptId };
  } catch (error) {
    signal.throwIfAborted();
    if (isCrash(error)) return { type: "ended", verdict: lost(`${where} was lost: the server has ended`) };
    if (isNotTaken(error)) return { type: "absent", error };
    if (!isTemporary(error)) return { type: "ended", verdict: failed(refusalOf(error)) };
    const found = await findThere(submission.promptId, undefined, deps);
    if (found !== undefined) return { type: "there", id: found };
    // A server that was restarted denies a prompt that it may have run before.
    return deps.wasCut()
      ? { type: "ended", verdict: lost(`${where} may have begun before its server was restarted`) }
      : { type: "absent", error };
  }
}
