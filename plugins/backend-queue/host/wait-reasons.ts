// Why the prompts of a set wait: what each worker is doing, and what it lacks.

import { explainWait, pausedWait, type JudgedMember } from "@pictor/farm";
import { withTimeout, type CallOptions, type MemberStatus, type PromptWait } from "@pictor/kernel/plugin";
import type { SetId } from "../bull/jobs.js";
import { missingOn, readCapability, type Capability } from "../sets/capability.js";
import type { HostParts } from "./host-parts.js";
import { createRecent } from "./recent.js";
import type { KnownWorker, Workers } from "./workers.js";

/** Milliseconds that the state of a prompt waits for its reason. */
const patienceMs = 1_000;

/** The state of a worker that has not ended, as hosts see it. */
export function stateOfWorker({ record, isAlive, isDraining }: KnownWorker): MemberStatus["state"] {
  if (!isAlive || record.state === "ended" || record.state === "unreachable") return "unreachable";
  return isDraining ? "draining" : record.state;
}

/** Where the reasons come from. */
interface WaitSources extends Pick<HostParts, "connection" | "keys"> {
  readonly workers: Pick<Workers, "list" | "catalogs" | "extensions">;
}

/** Why the prompts of the sets wait. A set whose description is gone has no reason. Rejects as Redis does. */
export async function readWaits(
  sets: readonly SetId[],
  { connection, keys, workers }: WaitSources,
  options?: CallOptions,
): Promise<ReadonlyMap<SetId, PromptWait>> {
  if (sets.length === 0) return new Map();
  const [paused, ...texts] = await connection.all([
    ["exists", keys.paused],
    ...sets.map((set) => ["hget", keys.needs, set] as const),
  ]);
  if (paused === 1) return new Map(sets.map((set) => [set, pausedWait]));
  const present = (await workers.list()).filter(({ record }) => record.state !== "ended");
  // Workers that have just started have not said yet what they have.
  const catalogs = await workers.catalogs(false, options).catch(() => undefined);
  /** What a worker lacks, as far as that can be found out: what cannot does not count against it. */
  const lacksOf = async (capability: Capability, { record }: KnownWorker): Promise<readonly string[]> => {
    const catalog = catalogs?.each.get(record.name);
    if (catalog === undefined) return [];
    if (capability.requires.length === 0) return missingOn(capability, { catalog });
    const extensions = await workers.extensions(record, options).catch(() => undefined);
    return missingOn(capability, { catalog, extensions });
  };
  const judge = (capability: Capability): readonly Promise<JudgedMember>[] =>
    present.map(async (worker) => ({
      member: worker.record.name,
      state: stateOfWorker(worker),
      lacks: await lacksOf(capability, worker),
    }));
  const found = sets.map(async (set, index) => {
    const text = texts[index];
    const capability = typeof text === "string" ? readCapability(text) : undefined;
    if (capability === undefined) return [];
    return [[set, explainWait(await Promise.all(judge(capability)))] as const];
  });
  return new Map((await Promise.all(found)).flat());
}

/**
 * Says why the prompts of a set wait. The reason of each set, and the list of the workers, are read once in five
 * seconds. A reason that the store does not give in time is unknown: the state of a prompt needs Redis only.
 */
export function createWaitReason(
  parts: WaitSources & Pick<HostParts, "clock">,
): (set: SetId) => Promise<PromptWait | undefined> {
  const { clock, workers } = parts;
  /** The reasons by one list, so that none is older than five seconds. */
  const reasons = createRecent(clock, async () => {
    const known = await workers.list();
    const catalogs: Workers["catalogs"] = (...given) => workers.catalogs(...given);
    const extensions: Workers["extensions"] = (...given) => workers.extensions(...given);
    const list: Workers["list"] = () => Promise.resolve(known);
    const listed = { ...parts, workers: { list, catalogs, extensions } };
    const read = async (set: SetId) => (await readWaits([set], listed)).get(set);
    return createRecent(clock, (set: SetId) => withTimeout(clock, patienceMs, read(set), () => undefined));
  });
  return async (set) => (await reasons(undefined))(set);
}
