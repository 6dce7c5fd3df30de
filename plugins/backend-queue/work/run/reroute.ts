// Moves prompts to other queues: a set names only what not every worker had when a prompt was submitted, and a server
// can lack something else.

import type { Graph } from "@pictor/kernel/plugin";
import type { SetId, TakenJob } from "../../bull/jobs.js";
import { movedData } from "../../protocol/job-data.js";
import { turnOf } from "../../protocol/rounds.js";
import { narrowed, readCapability, setIdOf } from "../../sets/capability.js";
import { markWaiting, register } from "../../sets/heads.js";
import type { WorkerParts } from "../parts/worker-parts.js";

/** Moves a job to the queue that the hash of its prompt names, unless it is there. May be repeated. */
export async function moveTo(taken: TakenJob, target: SetId, parts: WorkerParts): Promise<void> {
  const { queues } = parts;
  const { id, job } = taken;
  const { priority, timestamp } = job;
  if ((await queues.find(target, id)) === undefined) {
    await queues.add({ set: target, id, data: movedData(job), priority, timestamp });
    await markWaiting(parts, target, turnOf(priority));
  }
  await taken.drop();
}

/** Resolves to whether the server lacks something for the graph, and the job was moved. */
export async function reroute(taken: TakenJob, graph: Graph, parts: WorkerParts): Promise<boolean> {
  const { connection, keys, abilities } = parts;
  const lacks = abilities.lacks(graph);
  if (lacks.length === 0) return false;
  const text = await connection.run("hget", keys.needs, taken.set);
  const known = typeof text === "string" ? readCapability(text) : undefined;
  const wanted = narrowed(known ?? { needs: { classes: [], choices: [] }, requires: [], models: [] }, lacks);
  const target = setIdOf(wanted);
  if (target === taken.set) return false;
  const isNew = await register(parts, target, JSON.stringify(wanted));
  if (isNew) await connection.run("publish", keys.newSets, target);
  await connection.run("hset", keys.prompt(taken.id), "set", target);
  await moveTo(taken, target, parts);
  return true;
}
