// The upkeep, which one worker at a time does for all: it returns jobs of workers that are gone to their queues, and drops unused entries.

import { pause } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { forgetRounds } from "../protocol/rounds.js";
import { bullLists, bullParts, setSeconds } from "../redis/keys.js";
import type { Bull } from "../sets/bull.js";

const storeMs = 3_600_000;
/** The most entries of the list of prompts that one command returns. */
const longestLook = 1_000;

/** Drops an empty set that was not used for a time, unless a host uses it at this moment. */
const dropSet = `
local score = redis.call("ZSCORE", KEYS[1], ARGV[1])
if score and tonumber(score) > tonumber(ARGV[2]) then return 0 end
if redis.call("LLEN", KEYS[3]) + redis.call("LLEN", KEYS[4]) > 0 then return 0 end
if redis.call("ZCARD", KEYS[5]) + redis.call("ZCARD", KEYS[6]) > 0 then return 0 end
redis.call("ZREM", KEYS[1], ARGV[1])
redis.call("HDEL", KEYS[2], ARGV[1])
for index = 3, #KEYS do redis.call("DEL", KEYS[index]) end
return 1`;

async function dropIdleSets({ connection, keys, clock }: Session): Promise<void> {
  const before = clock.now() - setSeconds * 1_000;
  const idle = (await connection.run("zrangebyscore", keys.sets, "-inf", before)) as readonly string[];
  for (const set of idle) {
    const parts = [...bullLists, ...bullParts.filter((part) => !bullLists.some((list) => list === part))];
    const names = [keys.sets, keys.needs, ...parts.map((part) => keys.queue(set, part))];
    await connection.run("eval", dropSet, names.length, ...names, set, before);
  }
}

/** Drops prompts from the list whose record has reached the end of its life. */
async function trimPrompts({ connection, keys, clock, recordSeconds }: Session): Promise<void> {
  const before = clock.now() - recordSeconds * 1_000;
  // The offset skips old prompts that are still there, such as those that have waited for longer than a record is kept.
  for (let offset = 0; ;) {
    const page = ["-inf", before, "LIMIT", offset, longestLook] as const;
    const old = (await connection.run("zrangebyscore", keys.prompts, ...page)) as readonly string[];
    if (old.length === 0) return;
    const there = await connection.all(old.map((id) => ["exists", keys.prompt(id)] as const));
    const gone = old.filter((_id, index) => there[index] !== 1);
    if (gone.length > 0) await connection.run("zrem", keys.prompts, ...gone);
    if (old.length < longestLook) return;
    offset += old.length - gone.length;
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
export async function keepUp(session: Session, bull: Bull, signal: AbortSignal): Promise<void> {
  const { connection, keys, clock, settings, store, logger } = session;
  const everyMs = settings.lockSeconds * 1_000;
  let storeAt = clock.now();
  const turn = async (): Promise<void> => {
    const isMine = await connection.run("set", keys.sweep, "1", "PX", Math.round(everyMs * 0.9), "NX");
    if (isMine !== "OK") return;
    const sets = (await connection.run("zrange", keys.sets, 0, -1)) as readonly string[];
    for (const set of sets) await bull.restoreStalled(set);
    await dropIdleSets(session);
    await forgetRounds(connection, keys);
    await trimPrompts(session);
    await trimWorkers(session);
    if (clock.now() - storeAt < storeMs) return;
    storeAt = clock.now();
    await store.sweep();
  };
  while (!signal.aborted) {
    await turn().catch((error: unknown) => {
      logger.debug("the upkeep of the queue is repeated", { reason: String(error) });
    });
    await pause(clock, everyMs, signal).catch(() => undefined);
  }
}
