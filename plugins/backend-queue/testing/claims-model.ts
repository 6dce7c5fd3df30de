// A model of workers, hosts and servers around claims and ends of runs, for random schedules: workers die, stand still
// and come back, hosts cancel, and replies of Redis are lost.

import fc from "fast-check";
import { expect } from "vitest";
import { keysOf, type Keys } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";
import {
  claimIn,
  claimPrompt,
  endIn,
  obstacleIn,
  readFields,
  removePrompt,
  replaceEnd,
  returnClaim,
  setEnd,
  workerOf,
} from "../protocol/claims.js";
import { lost } from "../protocol/verdicts.js";

const ids = ["one", "two", "three"];
const names = ["alice", "bob"];
const seconds = 1_000;
/** The first run. */
const attempt = 0;

/** A process of a worker: what it knows. A worker that is killed is replaced by a new process of the same name. */
interface Process {
  readonly name: string;
  readonly token: string;
  /** What it does with each prompt: it prepares it, holds the claim, or has submitted it. */
  readonly steps: Map<string, "prepared" | "claimed" | "submitted">;
}

interface WorkAction {
  readonly type: "take" | "claim" | "submit" | "finish" | "giveBack";
  readonly worker: number;
  readonly id: string;
  /** Whether the reply of Redis does not arrive. */
  readonly isLost: boolean;
}
interface HostAction {
  readonly type: "cancel" | "declareLost";
  readonly id: string;
  readonly isLost: boolean;
}
type Action =
  | WorkAction
  | HostAction
  /** The process is replaced; with `keepsOld`, it only stands still, and may go on. */
  | { readonly type: "kill"; readonly worker: number; readonly keepsOld: boolean }
  | { readonly type: "resume"; readonly worker: number };

const isHostAction = (step: Action): step is HostAction =>
  step.type === "cancel" || step.type === "declareLost";

const worker = fc.nat({ max: 5 });
const id = fc.constantFrom(...ids);
const isLost = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean());
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      "take" as const,
      "claim" as const,
      "submit" as const,
      "finish" as const,
      "giveBack" as const,
    ),
    worker,
    id,
    isLost,
  }),
  fc.record({ type: fc.constant("kill" as const), worker, keepsOld: fc.boolean() }),
  fc.record({ type: fc.constant("resume" as const), worker }),
  fc.record({ type: fc.constantFrom("cancel" as const, "declareLost" as const), id, isLost }),
);

/** The world: Redis, processes (those that stand still may go on later), and what servers have received. */
class World {
  readonly processes: Process[] = [];
  readonly submitted = new Map<string, string[]>();
  readonly verdicts = new Map<string, string>();
  readonly removed = new Set<string>();
  private count = 0;

  private readonly redis: Redis;
  private readonly keys: Keys;

  private constructor(redis: Redis, keys: Keys) {
    this.redis = redis;
    this.keys = keys;
    for (const name of names) this.start(name);
  }

  static async open(redis: Redis, keys: Keys): Promise<World> {
    for (const one of ids) await redis.run("hset", keys.prompt(one), "set", "s");
    return new World(redis, keys);
  }

  start(name: string): void {
    this.processes.push({ name, token: `${name}/${this.count++}`, steps: new Map() });
  }

  /** Runs a call; if `isLost`, its reply does not arrive. */
  async call<Result>(isLost: boolean, work: () => Promise<Result>): Promise<Result | undefined> {
    const result = await work();
    return isLost ? undefined : result;
  }

  async act(step: Action): Promise<void> {
    if (isHostAction(step)) await this.actAsHost(step);
    else await this.actAsWorker(step);
  }

  private async actAsHost(step: HostAction): Promise<void> {
    if (step.type === "cancel") {
      const outcome = await this.call(step.isLost, () =>
        removePrompt(this.redis, this.keys, { id: step.id, attempt }),
      );
      if (outcome?.type === "removed") this.removed.add(step.id);
      return;
    }
    const claim = claimIn(await readFields(this.redis, this.keys, step.id), attempt);
    if (claim !== undefined && claim !== "-") await this.declareLost(step.id, workerOf(claim), step.isLost);
  }

  private async actAsWorker(step: Exclude<Action, HostAction>): Promise<void> {
    const process = this.processes[step.worker % this.processes.length];
    if (process === undefined) return;
    if (step.type === "kill") {
      // A process that only stands still may go on, while a new one has its name.
      if (!step.keepsOld) this.processes.splice(this.processes.indexOf(process), 1);
      this.start(process.name);
      return;
    }
    if (step.type === "resume") return this.resume(process);
    await this.work(process, step);
  }

  /** What `resumeBegun` does: the server's record is the truth; a prompt without one is lost. */
  private async resume(process: Process): Promise<void> {
    for (const one of ids) {
      const fields = await readFields(this.redis, this.keys, one);
      const end = endIn(fields, attempt);
      if (process.steps.has(one) || workerOf(claimIn(fields, attempt) ?? "") !== process.name) continue;
      if (end !== undefined && "verdict" in end) continue;
      if (this.submitted.has(one)) await this.succeed(one, process.name, false);
      else await this.declareLost(one, process.name, false);
    }
  }

  private async work(
    { name, token, steps }: Process,
    { type, id: one, isLost: lose }: WorkAction,
  ): Promise<void> {
    const at = steps.get(one);
    if (type === "take" && at === undefined) {
      if (obstacleIn(await readFields(this.redis, this.keys, one), attempt) === undefined)
        steps.set(one, "prepared");
    }
    if (type === "claim" && at === "prepared") {
      const outcome = await this.call(lose, () =>
        claimPrompt(this.redis, this.keys, { id: one, attempt, token, seconds }),
      );
      // Without a reply, the same process asks again later.
      if (outcome?.type === "claimed") steps.set(one, "claimed");
      else if (outcome !== undefined) steps.delete(one);
    }
    if (type === "submit" && at === "claimed") {
      this.submitted.set(one, [...(this.submitted.get(one) ?? []), token]);
      steps.set(one, "submitted");
    }
    if (type === "giveBack" && at === "claimed") {
      await this.call(lose, () => returnClaim(this.redis, this.keys, { id: one, attempt, token }));
      steps.delete(one);
    }
    if (type === "finish" && at === "submitted") {
      await this.succeed(one, name, lose);
      if (!lose) steps.delete(one);
    }
  }

  /** What was read once never changes. */
  private async look(one: string): Promise<void> {
    const kept = await shownIn(this.redis, this.keys, one);
    if (kept === undefined) return;
    expect(kept).toBe(this.verdicts.get(one) ?? kept);
    this.verdicts.set(one, kept);
  }

  private async declareLost(one: string, by: string, lose: boolean): Promise<void> {
    const run = { id: one, attempt, by, verdict: lost("gone"), seconds };
    await this.call(lose, () => replaceEnd(this.redis, this.keys, run));
    await this.look(one);
  }

  /** A worker ends a run that it had: its job is not its own any more, as if it had given no sign. */
  private async succeed(one: string, by: string, lose: boolean): Promise<void> {
    const run = { id: one, attempt, by, seconds };
    const end = await this.call(lose, () =>
      setEnd(this.redis, this.keys, { id: one, attempt, end: { by }, seconds }),
    );
    await this.look(one);
    if (end === undefined || !("by" in end)) return;
    const verdict = { state: "succeeded", outputs: [] } as const;
    await replaceEnd(this.redis, this.keys, Object.assign(run, { verdict }));
    await this.look(one);
  }
}

/** The verdict that hosts show. */
async function shownIn(redis: Redis, keys: Keys, one: string): Promise<string | undefined> {
  const end = endIn(await readFields(redis, keys, one), attempt);
  return end !== undefined && "verdict" in end ? end.verdict.state : undefined;
}

/** Tries random schedules, each on keys of its own. */
export async function checkSchedules(
  redis: Redis,
  parameters: { readonly numRuns: number; readonly seed?: number },
): Promise<void> {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
      const keys = keysOf(`model-${count++}`);
      const world = await World.open(redis, keys);
      for (const step of actions) await world.act(step);
      for (const one of ids) {
        expect(world.submitted.get(one)?.length ?? 0).toBeLessThanOrEqual(1);
        if (world.removed.has(one)) expect(world.submitted.has(one)).toBe(false);
        expect(await shownIn(redis, keys, one)).toBe(world.verdicts.get(one));
      }
    }),
    parameters,
  );
}
