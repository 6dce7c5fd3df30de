// Takes the next prompt for a server: waits until there is one in a queue that the server can serve.

import { isWarm } from "@pictor/farm";
import type { SetId, TakenJob } from "../bull/jobs.js";
import { serveRound, turnOf, type Turn } from "../protocol/rounds.js";
import type { Command } from "../redis/packages.js";
import type { Connection } from "../redis/redis.js";
import { chooseSet, type Head } from "../sets/choose-set.js";
import { markEmpty, markServed, markWaiting, readHeads, wakeFor } from "../sets/heads.js";
import type { WorkerParts } from "./parts/worker-parts.js";

/** Seconds for which one command waits. A mark that was lost delays a prompt by no more than this. */
const blockSeconds = 5;

export class NextPrompt {
  private readonly parts: WorkerParts;
  /** A connection of its own, because the command that waits keeps it busy. */
  private readonly blocking: Connection;
  /** The set whose mark has woken this worker. */
  private woken: SetId | undefined;
  /** The last round of each priority that this worker has noted. */
  private readonly served = new Map<number, number>();

  constructor(parts: WorkerParts, blocking: Connection) {
    this.parts = parts;
    this.blocking = blocking;
  }

  private async readHeads(): Promise<readonly Head[]> {
    const { abilities, meter } = this.parts;
    const heads = await readHeads(this.parts);
    for (const set of heads.keys()) await abilities.know(set);
    return [...heads].flatMap(([set, turn]) => {
      const models = abilities.sets.get(set);
      return models === undefined ? [] : [{ set, turn, isWarm: isWarm(meter, models) }];
    });
  }

  /** Takes a prompt of a queue. One that is empty is marked so before it is looked at for the last time. */
  private async takeFrom({ set, turn }: Head): Promise<TakenJob | undefined> {
    const { connection, keys, queues } = this.parts;
    const taken = await queues.take(set);
    if (taken !== undefined) return taken;
    await connection.run(...markEmpty(keys, set));
    const late = await queues.take(set);
    if (late !== undefined) await markWaiting(this.parts, set, turn);
    return late;
  }

  /** Tells the others where prompts wait after one was taken. A worker that was woken says whether there are more. */
  private async tell({ set, job }: TakenJob, turn: Turn, heads: readonly Head[]): Promise<void> {
    const { connection, keys, queues } = this.parts;
    const commands: Command[] = [];
    const found = heads.find((head) => head.set === set)?.turn;
    const isLater = found?.priority !== turn.priority || found.round < turn.round;
    if (heads.length > 1 && isLater) commands.push(markServed(keys, set, turn));
    const { woken } = this;
    this.woken = undefined;
    if (woken !== undefined && woken !== set) commands.push(wakeFor(keys, woken));
    if (woken === set) commands.push(markEmpty(keys, set));
    if (commands.length > 0) await connection.all(commands);
    if (woken !== set || (await queues.count(set, "prioritized", "wait")) === 0) return;
    await markWaiting(this.parts, set, turnOf(job.priority));
  }

  /** Takes a prompt; undefined if none waits. */
  async take(): Promise<TakenJob | undefined> {
    for (;;) {
      const heads = await this.readHeads();
      const head = chooseSet(heads);
      if (head === undefined) {
        this.woken = undefined;
        return undefined;
      }
      const taken = await this.takeFrom(head);
      if (taken === undefined) continue;
      this.tell(taken, turnOf(taken.job.priority), heads).catch(() => undefined);
      return taken;
    }
  }

  /** Notes that a prompt begins. One that was put aside does not count: new owners start in the round that is served. */
  noteServed({ job }: TakenJob): void {
    const { connection, keys } = this.parts;
    const turn = turnOf(job.priority);
    if ((this.served.get(turn.priority) ?? 0) >= turn.round) return;
    this.served.set(turn.priority, turn.round);
    connection.run(...serveRound(keys, turn)).catch(() => undefined);
  }

  /** Resolves when a prompt may be waiting, or after some seconds. */
  async wait(): Promise<void> {
    const { keys, abilities, worker } = this.parts;
    const known = [...abilities.sets.keys()];
    const marks = known.map((set) => keys.ready(set));
    const reply = await this.blocking.run("bzpopmin", keys.wake(worker), ...marks, blockSeconds);
    const key = Array.isArray(reply) ? String(reply[0]) : undefined;
    this.woken = known.find((set) => keys.ready(set) === key);
  }

  /** Ends a wait. */
  async wake(): Promise<void> {
    const { connection, keys, worker } = this.parts;
    await connection.all([
      ["zadd", keys.wake(worker), 0, "0"],
      ["expire", keys.wake(worker), 60],
    ]);
  }
}
