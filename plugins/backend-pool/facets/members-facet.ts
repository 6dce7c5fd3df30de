// The facet `members`: shows and controls the members of the pool.

import { countByOwner, modelsKey, ownerStatuses, runMsOf, stepMsOf, unknownMember } from "@pictor/farm";
import {
  type FarmStatus,
  type MembersFacet,
  type MemberStatus,
  type OwnerStatus,
  withTimeout,
} from "@pictor/kernel/plugin";
import { promptsOf } from "../calls/prompts-of.js";
import type { Core } from "../core/core.js";
import { entriesOnMembers } from "../core/settle.js";
import type { Member } from "../members/member.js";
import { refreshCapacities } from "../dispatch/capacity-watch.js";
import { settleMembers } from "../members/settle-members.js";

/** Of a member that was asked. One that has not answered yet was waited for long enough. */
function healthOf(member: Member): Pick<MemberStatus, "state" | "reason" | "retryAt"> {
  const [state, health] = [member.state(), member.health()];
  if (health.state === "unreachable") return { state, reason: health.reason, retryAt: health.retryAt };
  if (state !== "unchecked") return { state };
  return { state: "unreachable", reason: `no answer for ${Math.round(member.unansweredMs() / 1_000)} s` };
}

function statusOf({ table }: Core, member: Member): MemberStatus {
  const title = member.title();
  const { times, loaded, ended, lost, modelSwitches } = member.runs;
  const stepMs = stepMsOf(times, modelsKey(loaded));
  const runMs = runMsOf(times, modelsKey(loaded));
  const capacity = member.capacity();
  return {
    name: member.name,
    ...(title !== undefined && { title }),
    ...healthOf(member),
    running: table.on(member.name).length,
    ...(capacity > 1 && { capacity }),
    loaded,
    ended,
    lost,
    modelSwitches,
    ...(stepMs !== undefined && { stepMs }),
    ...(runMs !== undefined && { runMs }),
  };
}

/** The owners with prompts, those with the next turns first, and those that are paused. */
const ownersOf = (core: Core): readonly OwnerStatus[] =>
  ownerStatuses({
    waiting: countByOwner(core.table.waiting().map(({ submission }) => submission.owner)),
    running: countByOwner(entriesOnMembers(core).map(({ submission }) => submission.owner)),
    paused: core.pausedOwners,
  });

/** `onChange` is called when another prompt may be the next. */
export function createMembersFacet(core: Core, onChange: () => void): MembersFacet {
  const { members, name } = core;
  const find = (wanted: string): Member => {
    const member = members.get(wanted);
    if (member !== undefined) return member;
    throw unknownMember(name, wanted, [...members.keys()]);
  };
  return {
    async status({ signal } = {}): Promise<FarmStatus> {
      // If no member answers, the status shows that; it is no failure of the status.
      await settleMembers(core, signal).catch(() => {
        signal?.throwIfAborted();
      });
      await withTimeout(
        core.clock,
        core.limits.patienceMs,
        refreshCapacities(core.members.values()),
        () => false,
      );
      return {
        members: [...members.values()].map((member) => statusOf(core, member)),
        owners: ownersOf(core),
        problems: [],
        isPaused: core.isPaused,
      };
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- an unknown name rejects
    async drain(member) {
      find(member).setDraining(true);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- an unknown name rejects
    async resume(member) {
      find(member).setDraining(false);
      onChange();
    },
    setPaused(isPaused) {
      core.isPaused = isPaused;
      onChange();
      return Promise.resolve();
    },
    setOwnerPaused(owner, isPaused) {
      if (isPaused) core.pausedOwners.add(owner);
      else core.pausedOwners.delete(owner);
      onChange();
      return Promise.resolve();
    },
    setOwnerLimit(owner, runningLimit = Infinity) {
      core.runningLimits.set(owner, runningLimit);
      onChange();
      return Promise.resolve();
    },
    setPriority(promptId, priority) {
      const entry = core.table.get(promptId);
      const isMoved = entry !== undefined && core.table.reprioritize(entry, priority);
      if (isMoved) onChange();
      return Promise.resolve(isMoved);
    },
    promptsOf: (client, options) => promptsOf(core, client, options),
    async extensions(member, { signal } = {}) {
      const found = find(member);
      const backend = await found.open(signal);
      const { extensions } = backend.facets;
      if (extensions === undefined) return undefined;
      return found.call((_backend, limited) => extensions.list({ signal: limited }), { signal });
    },
    open: async (member) => find(member).open(),
  };
}
