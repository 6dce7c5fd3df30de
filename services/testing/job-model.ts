// Runs the job runner's model: applies commands to a new world, lets every job end, and checks the rules.

import fc from "fast-check";
import { settlePromises } from "@pictor/host/testing";
import type { Command } from "./job-model-commands.js";
import { violations } from "./job-model-rules.js";
import type { FakeServerOptions } from "./fake-server.js";
import { createWorld, type Model, type World } from "./job-model-world.js";

/** Milliseconds after a job's end up to which a prompt is certainly still being revoked. */
const revocableMs = 540_000;
/** Milliseconds within which a revocation succeeds on a server that answers. */
const revokedMs = 30_000;

/** The prompts on the server whose jobs have ended, and should have revoked them. */
function orphansIn({ server, clock, jobs, submissions }: World): readonly string[] {
  const running = server.running();
  const present = [...server.queue, ...(running === undefined ? [] : [running])];
  return present.filter((id) => {
    const jobId = server.owners.get(id)?.jobId;
    const job = jobs.find(({ generation }) => generation.jobId === jobId);
    const owner = job ?? submissions.find(({ result }) => result?.jobId === jobId);
    if (owner?.result === undefined || owner.endedAt === undefined) return false;
    if (owner.result.status === "submitted" || clock.now() - owner.endedAt > revocableMs) return false;
    // A prompt that was followed may continue after its job was lost, because the server did not answer.
    const wasFollowed = job?.events.some((event) => event.type === "job" && event.promptId === id);
    return !(owner.result.status === "lost" && wasFollowed === true);
  });
}

/** Makes the server work normally, and runs its queue until every job has ended. */
async function endAllJobs(world: World): Promise<void> {
  const { server, clock, jobs, submissions, orphans } = world;
  server.replies.length = 0;
  server.behavior.lostInterrupts = 0;
  server.behavior.isWorkerDead = false;
  server.behavior.historyDelayMs = 0;
  server.up();
  server.acceptLate();
  await clock.advance(revokedMs);
  orphans.push(...orphansIn(world));
  for (let round = 0; round < 40; round++) {
    await clock.advance(6_000);
    server.releaseReplies();
    server.acceptLate();
    server.start();
    await settlePromises();
    server.finish("succeeded");
    await settlePromises();
    const haveEnded = [...jobs, ...submissions].every(({ result }) => result !== undefined);
    if (haveEnded && server.queue.length === 0) break;
  }
  await clock.advance(30_000);
}

/** Applies the commands to a new world. Resolves to the violated rules. */
export async function runModel(
  commands: Iterable<Command>,
  options: FakeServerOptions = {},
): Promise<readonly string[]> {
  const model: Model = { jobs: 0, submissions: 0, hasForgotten: false, hasRemoved: false };
  const world = createWorld(options);
  await fc.asyncModelRun(() => ({ model, real: world }), commands);
  await endAllJobs(world);
  return violations(world, model);
}
