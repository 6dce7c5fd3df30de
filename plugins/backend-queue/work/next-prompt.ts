// Takes the next prompt for a server: waits until there is one in a queue that the server can serve.

import { isWarm } from "@pictor/farm";
import type { Session } from "../base/session.js";
import { serveRound, turnOfScore } from "../protocol/rounds.js";
import type { Connection } from "../redis/redis.js";
import type { Bull, TakenJob } from "../sets/bull.js";
import type { SetId } from "../sets/capability.js";
import { chooseSet, type Head } from "../sets/choose-set.js";

/** Seconds for which one command waits. A mark that was lost delays a prompt by no more than this. */
const blockSeconds = 5;

export interface NextDependencies {
  readonly session: Session;
  readonly bull: Bull;
  /** A connection of its own, because the command that waits keeps it busy. */
  readonly blocking: Connection;
  readonly worker: string;
  /** The sets that the server can run, with their model files. */
  sets(): ReadonlyMap<SetId, readonly string[]>;
  /** The models in the memory of the server. */
  loaded(): readonly string[];
}

export interface NextPrompt {
  /** Takes a prompt; undefined if none waits. */
  take(): Promise<TakenJob | undefined>;
  /** Resolves when a prompt may be waiting, or after some seconds. */
  wait(): Promise<void>;
  /** Ends a wait. */
  wake(): Promise<void>;
}

export function createNextPrompt(deps: NextDependencies): NextPrompt {
  const { session, bull, blocking, worker } = deps;
  const { connection, keys, clock } = session;
  /** The set whose mark this worker has removed from its queue. */
  let marked: SetId | undefined;

  const readHeads = async (): Promise<readonly Head[]> => {
    const sets = [...deps.sets()];
    if (sets.length === 0) return [];
    const replies = await connection.all(
      sets.flatMap(([set]) => [
        ["llen", keys.queue(set, "wait")] as const,
        ["zrange", keys.queue(set, "prioritized"), 0, 0, "WITHSCORES"] as const,
        ["zcount", keys.queue(set, "delayed"), "-inf", (clock.now() + 1) * 0x1000] as const,
      ]),
    );
    const loaded = deps.loaded();
    return sets.flatMap(([set, models], index): readonly Head[] => {
      const [given, first, due] = replies.slice(3 * index, 3 * index + 3);
      const head = { set, isWarm: isWarm({ loaded }, models) };
      if (Number(given) + Number(due) > 0) return [head];
      const score = (first as readonly string[])[1];
      return score === undefined ? [] : [{ ...head, turn: turnOfScore(Number(score)) }];
    });
  };
  /** BullMQ's mark wakes one worker. One that takes something else puts the mark back for others. */
  const restoreMark = async (set: SetId | undefined): Promise<void> => {
    if (marked !== undefined && marked !== set)
      await connection.run("zadd", keys.queue(marked, "marker"), 0, "0");
    marked = undefined;
  };

  return {
    async take() {
      const head = chooseSet(await readHeads());
      if (head === undefined) {
        marked = undefined;
        return undefined;
      }
      const taken = await bull.take(head.set);
      await restoreMark(head.set);
      if (taken !== undefined && head.turn !== undefined)
        connection.run(...serveRound(keys, head.turn)).catch(() => undefined);
      return taken;
    },
    async wait() {
      const markers = [...deps.sets().keys()].map((set) => keys.queue(set, "marker"));
      const reply = await blocking.run("bzpopmin", keys.wake(worker), ...markers, blockSeconds);
      const key = Array.isArray(reply) ? String(reply[0]) : undefined;
      marked = [...deps.sets().keys()].find((set) => keys.queue(set, "marker") === key);
    },
    async wake() {
      await connection.all([
        ["zadd", keys.wake(worker), 0, "0"],
        ["expire", keys.wake(worker), 60],
      ]);
    },
  };
}
