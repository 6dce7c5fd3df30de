// Moves prompts to other queues: a set names only what not every worker had when a prompt was submitted, and a server can lack something else.

import type { Lack } from "@pictor/farm";
import type { Graph } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { movedData } from "../protocol/job-data.js";
import { turnOf } from "../protocol/rounds.js";
import { narrowed, readCapability, setIdOf, type SetId } from "../sets/capability.js";
import { markWaiting, register } from "../sets/heads.js";
import type { Queues, TakenJob } from "../sets/queues.js";

export interface RerouteDependencies {
  readonly session: Session;
  readonly queues: Queues;
  /** What the server lacks for a graph. */
  lacks(graph: Graph): readonly Lack[];
}

/** Moves a job to the queue that the hash of its prompt names, unless it is there. May be repeated. */
export async function moveTo(
  { id, job, set }: TakenJob,
  target: SetId,
  { session, queues }: Pick<RerouteDependencies, "session" | "queues">,
): Promise<void> {
  const { priority, timestamp } = job;
  if ((await queues.find(target, id)) === undefined) {
    await queues.add({ set: target, id, data: movedData(job), priority, timestamp });
    await markWaiting(session.connection, session.keys, target, turnOf(priority));
  }
  await queues.drop({ id, job, set });
}

/** Resolves to whether the server lacks something for the graph, and the job was moved. */
export async function reroute(taken: TakenJob, graph: Graph, deps: RerouteDependencies): Promise<boolean> {
  const { connection, keys } = deps.session;
  const lacks = deps.lacks(graph);
  if (lacks.length === 0) return false;
  const text = await connection.run("hget", keys.needs, taken.set);
  const known = typeof text === "string" ? readCapability(text) : undefined;
  const wanted = narrowed(known ?? { needs: { classes: [], choices: [] }, requires: [], models: [] }, lacks);
  const target = setIdOf(wanted);
  if (target === taken.set) return false;
  const isNew = await register(connection, keys, target, JSON.stringify(wanted));
  if (isNew) await connection.run("publish", keys.newSets, target);
  await connection.run("hset", keys.prompt(taken.id), "set", target);
  await moveTo(taken, target, deps);
  return true;
}
