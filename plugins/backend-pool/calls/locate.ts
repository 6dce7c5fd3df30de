// Finds a prompt: in the table of the pool, or on a member that has it from another process.

import { reasonOf, type CallOptions, type PromptState } from "@pictor/kernel/plugin";
import { poolUnreachable } from "../base/pool-unreachable.js";
import type { Core } from "../core/core.js";
import type { Member } from "../members/member.js";
import { describeFailures, settleMembers } from "../members/settle-members.js";

/** A prompt of another process on a member. */
export interface Foreign {
  readonly member: Member;
  readonly state: PromptState;
}

/**
 * Asks all members. Resolves as soon as one has the prompt, however long the others take; undefined if none has it.
 * Rejects with `BACKEND_UNREACHABLE` if one did not answer, which may have it.
 */
export async function locate(
  core: Core,
  promptId: string,
  { signal }: CallOptions = {},
): Promise<Foreign | undefined> {
  const { declined, members, name } = core;
  if (declined.has(promptId)) return undefined;
  await settleMembers(core, signal);
  let failure: unknown;
  const asked = [...members.values()].map(async (member): Promise<Foreign> => {
    const state = await member
      .call((backend, limited) => backend.state(promptId, { signal: limited }), { signal })
      .catch((error: unknown) => {
        failure = error;
        throw error;
      });
    if (state.state === "unknown") throw new Error("the member does not have the prompt");
    return { member, state };
  });
  const found = await Promise.any(asked).catch(() => undefined);
  signal?.throwIfAborted();
  if (found !== undefined || failure === undefined) return found;
  const why = describeFailures(members.values()) || reasonOf(failure);
  const reason = `a member that may have the prompt does not answer (${why})`;
  throw poolUnreachable(name, reason, failure);
}
