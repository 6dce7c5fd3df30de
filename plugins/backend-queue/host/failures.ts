// The facet `failures`: the failed jobs of all queues, of which a person disposes.

import type { CallOptions, FailedPrompt, FailuresFacet, FailuresOptions } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import type { JobOfSet } from "../bull/jobs.js";
import { claimIn, readFieldsOf, workerOf, type PromptFields } from "../protocol/claims.js";
import { endedRuns, headOf } from "../protocol/job-data.js";
import { addToClient } from "../protocol/clients.js";
import { countWaiting } from "../protocol/owners.js";
import { turnOf } from "../protocol/rounds.js";
import { stageOf } from "../protocol/stages.js";
import { isFailure, readVerdict, reasonOfVerdict } from "../protocol/verdicts.js";
import { openSeconds } from "../redis/keys.js";
import { findPrompt, readJobs } from "../sets/find-prompt.js";
import { markWaiting } from "../sets/heads.js";
import { within } from "./within.js";

const usualLimit = 50;

export function createFailures(session: Session): FailuresFacet {
  const { connection, keys, queues, store } = session;
  const describe = async (
    { id, job }: JobOfSet,
    fields: PromptFields,
    options: CallOptions,
  ): Promise<readonly FailedPrompt[]> => {
    const stage = stageOf(fields, job);
    if (stage.is !== "ended") return [];
    const verdict = await readVerdict(stage.verdict, store, options).catch(() => undefined);
    if (verdict !== undefined && !isFailure(verdict)) return [];
    const { owner } = headOf(job.data);
    const claim = claimIn(fields, stage.attempt);
    return [
      {
        promptId: id,
        state: verdict?.state === "lost" ? "lost" : "failed",
        reason: verdict === undefined ? (job.failedReason ?? "") : reasonOfVerdict(verdict),
        ...(verdict?.state === "failed" && { error: verdict.error }),
        ...(owner !== undefined && { owner }),
        ...(claim !== undefined && { member: workerOf(claim) }),
        createdAt: job.timestamp,
        endedAt: job.finishedOn ?? job.timestamp,
        attempts: endedRuns(job),
      },
    ];
  };
  const find = async (id: string): Promise<JobOfSet | undefined> => {
    const { found } = await findPrompt(session, id);
    const isFailed =
      found?.job.finishedOn !== undefined && (found.job.returnvalue ?? undefined) === undefined;
    return isFailed ? found : undefined;
  };
  const list = async (options: FailuresOptions = {}): Promise<readonly FailedPrompt[]> => {
    const { limit = usualLimit } = options;
    const jobs = await readJobs(session, ["failed"], limit);
    const newest = jobs
      .toSorted((one, other) => (other.job.finishedOn ?? 0) - (one.job.finishedOn ?? 0))
      .slice(0, limit);
    const fields = await readFieldsOf(
      connection,
      keys,
      newest.map(({ id }) => id),
    );
    const described = newest.map((found, index) =>
      describe(found, Object.assign({ set: found.set }, fields[index]), options),
    );
    return (await Promise.all(described)).flat();
  };
  const retry = async (id: string): Promise<boolean> => {
    const found = await find(id);
    if (found === undefined) return false;
    const { set, job } = found;
    await connection.all([
      ["hset", keys.prompt(id), "set", set],
      ["expire", keys.prompt(id), openSeconds],
    ]);
    if (!(await queues.retry(job))) return false;
    await connection.all([countWaiting(keys, job.data, 1), ...addToClient(keys, job.data, id)]);
    await markWaiting(session, set, turnOf(job.priority));
    return true;
  };
  const discard = async (id: string): Promise<boolean> => {
    const found = await find(id);
    if (found === undefined) return false;
    const isRemoved = await queues.remove(found.set, id);
    if (isRemoved) await connection.run("del", keys.prompt(id));
    return isRemoved;
  };
  return {
    list: (options) => within(options, () => list(options)),
    retry: (id, options) => within(options, () => retry(id)),
    discard: (id, options) => within(options, () => discard(id)),
  };
}
