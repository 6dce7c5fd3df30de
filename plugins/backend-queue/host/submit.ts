// Submits prompts: finds the capability set, takes the owner's next turn, and adds the job.
//
// The hash of the prompt says first in which set it is; the job comes after it. If the host ends in between, the prompt
// is unknown, and may be submitted again: the first set stands, and BullMQ adds no job twice to a queue.

import { clientOf } from "@pictor/comfyui-facade";
import { withoutCredentials } from "@pictor/comfyui-protocol";
import { randomUUID } from "node:crypto";
import { modelsOf } from "@pictor/farm";
import {
  keepNewest,
  type Catalog,
  type Receipt,
  type Submission,
  type SubmitOptions,
} from "@pictor/kernel/plugin";
import type { SetId } from "../bull/jobs.js";
import { claimIn, isRemoved, readFields } from "../protocol/claims.js";
import { endedRuns, writeJobData } from "../protocol/job-data.js";
import { addToClient, shortClient } from "../protocol/clients.js";
import { countWaiting } from "../protocol/owners.js";
import { noteLimit } from "../protocol/owner-state.js";
import { bullPriority, takeRound } from "../protocol/rounds.js";
import { openSeconds } from "../redis/keys.js";
import { setIdOf, type Capability } from "../sets/capability.js";
import { markWaiting, register } from "../sets/heads.js";
import type { HostParts } from "./host-parts.js";
import { judgeGraph } from "./judge.js";

/** BullMQ accepts no numbers and no colons; keys should be short. Another id is replaced, as old servers do. */
const isUsableId = (id: string): boolean => /^[\w.-]{1,100}$/.test(id) && !/^\d+$/.test(id);

const outputsOf = ({ graph }: Submission, catalog: Catalog): readonly string[] =>
  Object.entries(graph).flatMap(([id, { class_type }]) => (catalog.get(class_type)?.isOutput ? [id] : []));

/** Where a prompt is; new unless it was submitted before. */
interface Place {
  readonly id: string;
  readonly set: SetId;
  readonly isNew: boolean;
}

/** The most prompts whose sets are known. */
const longestKnown = 10_000;
/** Milliseconds for which the lifetime of the rounds is not renewed. */
const roundsMs = 3_600_000;

/**
 * Rejects as Redis and the store do, and with `BACKEND_REFUSED_GRAPH` if no worker can run the graph. The same prompt
 * may be submitted again while the outcome is unknown.
 */
export type Submit = (submission: Submission, options: SubmitOptions) => Promise<Receipt>;

export function createSubmit(parts: HostParts): Submit {
  const { connection, keys, queues, store, clock, settings, workers, host, submitted } = parts;
  /** When each set was known to be registered. */
  const registered = new Map<SetId, number>();
  let roundsAt = -Infinity;

  const tell = (set: SetId): Promise<unknown> =>
    connection.run("publish", keys.newSets, set).catch(() => undefined);
  /** Before the job: a set that nobody knows would hide it. A set is dropped some minutes after its last job. */
  const registerOnce = async (set: SetId, description: string): Promise<void> => {
    const now = clock.now();
    if (now - (registered.get(set) ?? -Infinity) < (settings.lockSeconds * 1_000) / 2) return;
    // Workers look for new sets by themselves, too, but later.
    if (await register(parts, set, description)) void tell(set);
    registered.set(set, now);
  };
  /** Notes the set of a prompt. Resolves to the id and the set that it has: of an earlier submission, perhaps. */
  const place = async (id: string, set: SetId): Promise<Place> => {
    const key = keys.prompt(id);
    const [isNew] = await connection.all([
      ["hsetnx", key, "set", set],
      ["expire", key, openSeconds],
    ]);
    if (isNew === 1) return { id, set, isNew: true };
    const fields = await readFields(connection, keys, id);
    const earlier = fields["set"] ?? set;
    const job = await queues.find(earlier, id);
    // Workers leave a prompt alone that was removed a moment ago.
    if (isRemoved(fields, job === undefined ? 0 : endedRuns(job))) return place(randomUUID(), set);
    if (job !== undefined) {
      if (job.finishedOn !== undefined) await connection.run("expire", key, parts.recordSeconds);
      return { id, set: earlier, isNew: false };
    }
    // Somebody has removed the job of a prompt that had begun.
    if (claimIn(fields, 0) === undefined) return { id, set: earlier, isNew: true };
    await connection.run("del", key);
    return place(id, set);
  };

  return async (submission, options) => {
    const { graph, owner, priority, runningLimit, record, extra, requires = [] } = submission;
    const proposed = isUsableId(submission.promptId) ? submission.promptId : randomUUID();
    const { catalog, needs } = await judgeGraph(graph, workers, options);
    const capability: Capability = {
      needs,
      requires: [...requires].sort((one, other) => (one.id < other.id ? -1 : 1)),
      models: modelsOf(graph, catalog),
    };
    const body = {
      graph,
      outputs: outputsOf(submission, catalog),
      ...(record && { record }),
      ...(extra && { extra: withoutCredentials(extra) }),
    };
    const wanted = setIdOf(capability);
    const isFirst = clock.now() - roundsAt > roundsMs;
    if (isFirst) roundsAt = clock.now();
    const client = clientOf(record);
    const listener = options.detached === true ? undefined : host;
    const [data, turn, { id, set, isNew }] = await Promise.all([
      writeJobData(
        {
          ...(owner !== undefined && { owner }),
          ...(listener !== undefined && { host: listener }),
          ...(client !== undefined && { client: shortClient(client) }),
          ...(runningLimit !== undefined && { runningLimit }),
        },
        body,
        store,
        options,
      ),
      takeRound(connection, keys, { owner, priority }, isFirst),
      place(proposed, wanted),
      registerOnce(wanted, JSON.stringify(capability)),
      runningLimit !== undefined && connection.run(...noteLimit(keys, owner ?? "", runningLimit)),
    ]);
    await queues.add({ set, id, data, priority: bullPriority(turn), timestamp: clock.now() });
    submitted.set(id, set);
    keepNewest(submitted, longestKnown);
    if (isNew)
      connection.all([countWaiting(keys, data, 1), ...addToClient(keys, data, id)]).catch(() => undefined);
    if (await markWaiting(parts, set, turn, JSON.stringify(capability))) void tell(set);
    return { promptId: id, dropped: [] };
  };
}
