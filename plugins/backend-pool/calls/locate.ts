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
 * Asks all members that answer. Undefined if none of them has the prompt; rejects with `BACKEND_UNREACHABLE` if one did
 * not answer, which may have it.
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
  const answers = await Promise.all(
    [...members.values()].map(async (member): Promise<Foreign | undefined> => {
      try {
        const state = await member.call((backend, limited) => backend.state(promptId, { signal: limited }), {
          signal,
        });
        return state.state === "unknown" ? undefined : { member, state };
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
        return undefined;
      }
    }),
  );
  const found = answers.find((answer) => answer !== undefined);
  if (found !== undefined || failure === undefined) return found;
  const why = describeFailures(members.values()) || reasonOf(failure);
  const reason = `a member that may have the prompt does not answer (${why})`;
  throw poolUnreachable(name, reason, failure);
}
