// The facet `members`: the workers, the owners with prompts, and what an administrator should change.

import { countByOwner, ownerStatuses, unknownMember } from "@pictor/farm";
import type { FarmStatus, MembersFacet, MemberStatus, Problem } from "@pictor/kernel/plugin";
import { readClient } from "../protocol/clients.js";
import { noteLimit, readPaused } from "../protocol/owner-state.js";
import { readWaiting } from "../protocol/owners.js";
import { readDurability } from "../redis/durability.js";
import { release } from "../sets/held.js";
import type { HostParts } from "./host-parts.js";
import { setPriority } from "./set-priority.js";
import { stateOfWorker } from "./wait-reasons.js";
import { within } from "./within.js";
import type { KnownWorker } from "./workers.js";

function statusOf(worker: KnownWorker): MemberStatus {
  const {
    state: _state,
    catalog: _catalog,
    extensions: _extensions,
    owner: _owner,
    reason,
    ...shown
  } = worker.record;
  const state = stateOfWorker(worker);
  if (state !== "unreachable") return { ...shown, state };
  const isSilent = !worker.isAlive || worker.record.state === "ended";
  const why = isSilent ? "the worker has given no sign" : (reason ?? "its server does not answer");
  return { ...shown, state, reason: why };
}

/** How many prompts of each owner run: the workers name the owners. */
const runningOn = (workers: readonly KnownWorker[]): ReadonlyMap<string, number> =>
  countByOwner(
    workers.flatMap(({ record, isAlive }) => (isAlive && record.running > 0 ? [record.owner] : [])),
  );

export function createMembers(parts: HostParts): MembersFacet {
  const { connection, keys, workers } = parts;
  let problems: readonly Problem[] | undefined;
  const find = async (member: string): Promise<KnownWorker> => {
    const known = await workers.list();
    const found = known.find(({ record }) => record.name === member);
    if (found !== undefined) return found;
    const names = known.map(({ record }) => record.name);
    throw unknownMember(parts.name, member, names);
  };
  const change = async (command: "sadd" | "srem", member: string): Promise<void> => {
    await find(member);
    await connection.all([
      [command, keys.draining, member],
      ["publish", keys.toWorker(member), ""],
    ]);
  };
  /** Lets the workers read again who is paused. */
  const tellWorkers = async (): Promise<void> => {
    const known = await workers.list();
    await connection.all(known.map(({ record }) => ["publish", keys.toWorker(record.name), ""] as const));
  };
  const readStatus = async (): Promise<FarmStatus> => {
    problems ??= await readDurability(connection);
    const isPaused = (await connection.run("exists", keys.paused)) === 1;
    // A prompt that begins meanwhile is counted twice rather than not at all.
    const waiting = await readWaiting(connection, keys);
    const paused = await readPaused(connection, keys);
    const known = await workers.list();
    // A worker that has ended by itself, after its last prompt, is no fault and no member any more.
    const present = known.filter(({ record }) => record.state !== "ended");
    const owners = ownerStatuses({ waiting, running: runningOn(known), paused });
    return { members: present.map(statusOf), owners, problems, isPaused };
  };
  return {
    status: (options) => within(options, readStatus),
    drain: (member, options) => within(options, () => change("sadd", member)),
    resume: (member, options) => within(options, () => change("srem", member)),
    setPaused: (isPaused, options) =>
      within(options, async () => {
        await (isPaused ? connection.run("set", keys.paused, "1") : connection.run("del", keys.paused));
        await tellWorkers();
      }),
    setOwnerPaused: (owner, isPaused, options) =>
      within(options, async () => {
        await connection.run(isPaused ? "sadd" : "srem", keys.pausedOwners, owner);
        await tellWorkers();
        if (!isPaused) await release({ why: "paused", owner }, parts);
      }),
    setOwnerLimit: (owner, runningLimit = Infinity, options) =>
      within(options, async () => {
        await connection.run(...noteLimit(keys, owner, runningLimit));
        await release({ why: "limit", owner }, parts);
      }),
    setPriority: (promptId, priority, options) =>
      within(options, () => setPriority(promptId, priority, parts)),
    promptsOf: (client, options) => within(options, () => readClient(connection, keys, client)),
    extensions: (member, options) =>
      within(options, async () => workers.extensions((await find(member)).record, options)),
  };
}
