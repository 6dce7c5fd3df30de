// The facet `members`: the workers, the owners with prompts, and what an administrator should change.

import {
  didYouMean,
  fault,
  type FarmStatus,
  type MembersFacet,
  type MemberStatus,
  type OwnerStatus,
  type Problem,
} from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { headOf } from "../protocol/job-data.js";
import { readDurability } from "../redis/durability.js";
import type { Queues } from "../sets/queues.js";
import { readJobs } from "./list-prompts.js";
import { setPriority } from "./set-priority.js";
import { stateOfWorker } from "./wait-reasons.js";
import type { KnownWorker, Workers } from "./workers.js";

function statusOf(worker: KnownWorker): MemberStatus {
  const { state: _state, catalog: _catalog, extensions: _extensions, reason, ...shown } = worker.record;
  const state = stateOfWorker(worker);
  if (state !== "unreachable") return { ...shown, state };
  const isSilent = !worker.isAlive || worker.record.state === "ended";
  const why = isSilent ? "the worker has given no sign" : (reason ?? "its server does not answer");
  return { ...shown, state, reason: why };
}

/** Counts the prompts of each owner that wait or run. */
async function readOwners(session: Session, queues: Queues): Promise<readonly OwnerStatus[]> {
  const counts = new Map<string, { waiting: number; running: number }>();
  for (const [state, count] of [
    ["prioritized", "waiting"],
    ["wait", "waiting"],
    ["delayed", "waiting"],
    ["active", "running"],
  ] as const)
    for (const { job } of await readJobs(session, queues, [state])) {
      const { owner = "" } = headOf(job.data);
      const known = counts.get(owner) ?? { waiting: 0, running: 0 };
      known[count]++;
      counts.set(owner, known);
    }
  return [...counts].map(([owner, count]) => ({ ...(owner !== "" && { owner }), ...count }));
}

export function createMembers(session: Session, workers: Workers, queues: Queues): MembersFacet {
  const { connection, keys } = session;
  let problems: readonly Problem[] | undefined;
  const find = async (member: string): Promise<KnownWorker> => {
    const known = await workers.list();
    const found = known.find(({ record }) => record.name === member);
    if (found !== undefined) return found;
    const names = known.map(({ record }) => record.name);
    throw fault("BACKEND_MEMBER_UNKNOWN", {
      backend: session.name,
      member,
      known: names.join(", ") || "none",
      suggestion: didYouMean(member, names),
    });
  };
  const change = async (command: "sadd" | "srem", member: string): Promise<void> => {
    await find(member);
    await connection.all([
      [command, keys.draining, member],
      ["publish", keys.toWorker(member), ""],
    ]);
  };
  return {
    async status(): Promise<FarmStatus> {
      problems ??= await readDurability(connection);
      const isPaused = (await connection.run("exists", keys.paused)) === 1;
      const known = await workers.list();
      // A worker that has ended by itself, after its last prompt, is no fault and no member any more.
      const present = known.filter(({ record }) => record.state !== "ended");
      return {
        members: present.map(statusOf),
        owners: await readOwners(session, queues),
        problems,
        isPaused,
      };
    },
    drain: (member) => change("sadd", member),
    resume: (member) => change("srem", member),
    async setPaused(isPaused) {
      const known = await workers.list();
      await connection.all([
        isPaused ? ["set", keys.paused, "1"] : ["del", keys.paused],
        ...known.map(({ record }) => ["publish", keys.toWorker(record.name), ""] as const),
      ]);
    },
    setPriority: (promptId, priority) => setPriority(promptId, priority, { session, queues }),
    extensions: async (member, options) => workers.extensions((await find(member)).record, options),
  };
}
