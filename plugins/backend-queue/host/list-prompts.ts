// Lists prompts: all that wait or run, and the newest that have ended.

import { isRecord, type CallOptions, type PromptState, type PromptSummary } from "@pictor/kernel/plugin";
import type { JobOfSet } from "../bull/jobs.js";
import { readFieldsOf } from "../protocol/claims.js";
import { readBody } from "../protocol/job-data.js";
import { stageOf, type Stage } from "../protocol/stages.js";
import { waitingStates, type BullState } from "../redis/packages.js";
import { readJobs, type ListedJob } from "../sets/find-prompt.js";
import type { HostParts } from "./host-parts.js";
import { readOwnerWaits, shownWait } from "./owner-waits.js";
import { placesIn } from "./places.js";
import { readWaits } from "./wait-reasons.js";

/** The most ended prompts that are looked at. */
const longestList = 2_000;
const openStates: readonly BullState[] = [...waitingStates, "active"];
const endedStates: readonly BullState[] = ["completed", "failed"];

interface Row extends ListedJob {
  readonly stage: Exclude<Stage, { readonly is: "unknown" }>;
}

const newestFirst = (one: JobOfSet, other: JobOfSet): number => other.job.timestamp - one.job.timestamp;

function stateOf({ stage }: Row): PromptSummary["state"] {
  if (stage.is !== "ended") return stage.is === "waiting" ? "queued" : "running";
  const state = isRecord(stage.verdict) ? (stage.verdict["state"] as PromptState["state"]) : "failed";
  return state === "unknown" ? "failed" : state;
}

/** At most `limit` prompts that have ended. The newest prompts come first. */
export async function listPrompts(
  limit: number,
  parts: HostParts,
  options?: CallOptions,
): Promise<readonly PromptSummary[]> {
  const { connection, keys, queues, store, waits } = parts;
  const open = await readJobs(parts, openStates);
  const ended = await readJobs(parts, endedStates, Math.min(limit, longestList));
  const jobs = [...open, ...ended.toSorted(newestFirst).slice(0, limit)].sort(newestFirst);
  const fields = await readFieldsOf(
    connection,
    keys,
    jobs.map(({ id }) => id),
  );
  const rows = jobs.flatMap((found, index): readonly Row[] => {
    const stage = stageOf(fields[index] ?? {}, found.job);
    return stage.is === "unknown" ? [] : [Object.assign({ stage }, found)];
  });
  const sets = [...new Set(rows.flatMap(({ set, stage }) => (stage.is === "waiting" ? [set] : [])))];
  const reasons = await readWaits(sets, parts, options);
  const waiting = rows.flatMap(({ job, stage }) => (stage.is === "waiting" ? [job] : []));
  const ownerWait = await readOwnerWaits(waiting, parts);
  const places = new Map<string, number>();
  for (const set of sets)
    for (const [id, place] of placesIn(await queues.ids(set, "prioritized"))) places.set(id, place);
  return Promise.all(
    rows.map(async (row): Promise<PromptSummary> => {
      const { id, job, set, stage, state } = row;
      // One that a worker prepares has been let begin.
      const ofOwner = stage.is === "waiting" && state !== "active" ? ownerWait(job) : undefined;
      const ahead = stage.is === "waiting" && ofOwner === undefined ? places.get(id) : undefined;
      const wait = stage.is === "waiting" ? shownWait(reasons.get(set), ofOwner) : undefined;
      const body = await readBody(job.data, store, options).catch(() => undefined);
      return {
        promptId: id,
        state: stateOf(row),
        createdAt: job.timestamp,
        ...(ahead !== undefined && { ahead, ...(await waits(ahead)) }),
        ...(wait !== undefined && { wait }),
        ...(body?.record !== undefined && { record: body.record }),
      };
    }),
  );
}
