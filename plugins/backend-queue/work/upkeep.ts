// The upkeep, which one worker at a time does for all: it sees to it that jobs of workers that are gone return to their
// queues, that no waiting prompt is overlooked or stays aside when its owner may begin again, and that unused entries
// are dropped.

import type { Session } from "../base/session.js";
import type { SetId } from "../bull/jobs.js";
import { forgetLimits } from "../protocol/owner-state.js";
import { isWrong, readWaiting, recountWaiting } from "../protocol/owners.js";
import { forgetRounds, turnOf } from "../protocol/rounds.js";
import { retiredSeconds } from "../redis/keys.js";
import { waitingStates } from "../redis/packages.js";
import { readJobs } from "../sets/find-prompt.js";
import { releaseAll, releaseUnnoted } from "../sets/held.js";
import { markWaiting, readSets, retire } from "../sets/heads.js";
import { freeSlots } from "./free-slots.js";
import { repeat } from "./parts/retry.js";

const storeMs = 3_600_000;
/** The last of all turns: the mark of a queue in which prompts wait is lost with the process that was about to set it. */
const lastTurn = turnOf(Infinity);

/** Resolves to the sets with jobs that are delayed. */
async function tidySets(session: Session): Promise<readonly SetId[]> {
  const { connection, keys, queues } = session;
  const withDelayed: SetId[] = [];
  let sum = 0;
  for (const set of await readSets(session)) {
    const { waiting, delayed, all } = await queues.tidy(set);
    if (delayed > 0) withDelayed.push(set);
    sum += waiting;
    if (waiting > 0) await markWaiting(session, set, lastTurn);
    if (all === 0) await retire(session, set);
  }
  if (!isWrong(await readWaiting(connection, keys), sum)) return withDelayed;
  const jobs = await readJobs(session, waitingStates);
  await recountWaiting(
    connection,
    keys,
    jobs.map(({ job }) => job.data),
  );
  return withDelayed;
}

/** Drops what BullMQ keeps of queues that have had no job for some time, unless they are used again. */
async function forgetSets({ connection, keys, queues, clock }: Session): Promise<void> {
  const before = clock.now() - retiredSeconds * 1_000;
  const old = (await connection.run("zrangebyscore", keys.retired, "-inf", before)) as readonly string[];
  for (const set of old) {
    const isUsed = (await connection.run("zscore", keys.heads, set)) !== null;
    await (isUsed ? queues.revive(set) : queues.forget(set));
    await connection.run("zrem", keys.retired, set);
  }
}

/** Drops workers from the list whose record has reached the end of its life. */
async function trimWorkers({ connection, keys }: Session): Promise<void> {
  const names = (await connection.run("zrange", keys.workers, 0, -1)) as readonly string[];
  if (names.length === 0) return;
  const there = await connection.all(names.map((name) => ["exists", keys.worker(name)] as const));
  const gone = names.filter((_name, index) => there[index] !== 1);
  if (gone.length > 0)
    await connection.all([
      ["zrem", keys.workers, ...gone],
      ["srem", keys.draining, ...gone],
    ]);
}

/** Runs until the signal is aborted. Failures are repeated in the next turn. */
export async function keepUp(session: Session, signal: AbortSignal): Promise<void> {
  const { connection, keys, clock, settings, store, logger } = session;
  const everyMs = settings.lockSeconds * 1_000;
  let storeAt = clock.now();
  const turn = async (): Promise<void> => {
    const isMine = await connection.run("set", keys.sweep, "1", "PX", Math.round(everyMs * 0.9), "NX");
    if (isMine !== "OK") return;
    const withDelayed = await tidySets(session);
    await releaseAll(session, (owner) => freeSlots(owner, session));
    await releaseUnnoted(withDelayed, session);
    await forgetSets(session);
    await forgetRounds(connection, keys);
    await forgetLimits(connection, keys);
    await trimWorkers(session);
    if (clock.now() - storeAt < storeMs) return;
    storeAt = clock.now();
    await store.sweep();
  };
  const quietly = (): Promise<void> =>
    turn().catch((error: unknown) =>
      logger.debug("the upkeep of the queue is repeated", { reason: String(error) }),
    );
  await repeat(quietly, { clock, signal, ms: everyMs });
}
