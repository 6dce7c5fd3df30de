// Why the prompts of a set wait: what each worker is doing, and what it lacks.

import { explainWait, type JudgedMember } from "@pictor/farm";
import type { CallOptions, MemberStatus, PromptWait } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { missingOn, readCapability, type Capability, type SetId } from "../sets/capability.js";
import type { KnownWorker, Workers } from "./workers.js";

/** The state of a worker that has not ended, as hosts see it. */
export function stateOfWorker({ record, isAlive, isDraining }: KnownWorker): MemberStatus["state"] {
  if (!isAlive || record.state === "ended" || record.state === "unreachable") return "unreachable";
  return isDraining ? "draining" : record.state;
}

/** Why the prompts of the sets wait. A set whose description is gone has no reason. */
export async function readWaits(
  sets: readonly SetId[],
  { connection, keys }: Session,
  workers: Workers,
  options?: CallOptions,
): Promise<ReadonlyMap<SetId, PromptWait>> {
  if (sets.length === 0) return new Map();
  const [paused, ...texts] = await connection.all([
    ["exists", keys.paused],
    ...sets.map((set) => ["hget", keys.needs, set] as const),
  ]);
  const present = (await workers.list()).filter(({ record }) => record.state !== "ended");
  // Without a worker there is no catalog either.
  const catalogs = present.length === 0 ? undefined : await workers.catalogs(false, options);
  const lacksOn = async (capability: Capability, { record }: KnownWorker): Promise<readonly string[]> => {
    const catalog = catalogs?.each.get(record.name);
    if (catalog === undefined) return ["a catalog that can be read"];
    const extensions =
      capability.requires.length === 0 ? undefined : await workers.extensions(record, options);
    return missingOn(capability, { catalog, extensions });
  };
  const judge = async (capability: Capability): Promise<PromptWait> => {
    const judged = present.map(async (worker): Promise<JudgedMember> => ({
      member: worker.record.name,
      state: stateOfWorker(worker),
      lacks: await lacksOn(capability, worker),
    }));
    return explainWait(await Promise.all(judged), paused === 1);
  };
  const found = sets.map(async (set, index) => {
    const text = texts[index];
    const capability = typeof text === "string" ? readCapability(text) : undefined;
    return capability === undefined ? [] : [[set, await judge(capability)] as const];
  });
  return new Map((await Promise.all(found)).flat());
}
