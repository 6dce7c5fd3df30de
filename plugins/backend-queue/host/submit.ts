// Submits prompts: finds the capability set, takes the owner's next turn, and adds everything to Redis at once.

import { withoutCredentials } from "@pictor/comfyui-protocol";
import { randomUUID } from "node:crypto";
import { modelsOf, needsOf } from "@pictor/farm";
import type { Catalog, Receipt, Submission, SubmitOptions } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { isRemoved, readPrompt } from "../protocol/claims.js";
import { takeRound } from "../protocol/rounds.js";
import { writeBody } from "../protocol/submission.js";
import type { Command } from "../redis/packages.js";
import { setIdOf, type Capability } from "../sets/capability.js";
import type { Bull } from "../sets/bull.js";
import { catalogsFor } from "./judge.js";
import type { Workers } from "./workers.js";

export interface SubmitDependencies {
  readonly session: Session;
  readonly bull: Bull;
  readonly workers: Workers;
  /** Names the stream of events of this process. */
  readonly host: string;
}

/** BullMQ accepts no numbers and no colons; keys should be short. Another id is replaced, as old servers do. */
const isUsableId = (id: string): boolean => /^[\w.-]{1,100}$/.test(id) && !/^\d+$/.test(id);

const outputsOf = ({ graph }: Submission, catalog: Catalog): readonly string[] =>
  Object.entries(graph).flatMap(([id, { class_type }]) => (catalog.get(class_type)?.isOutput ? [id] : []));

function capabilityOf({ graph, requires = [] }: Submission, catalog: Catalog): Capability {
  const sorted = [...requires].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { needs: needsOf(graph, catalog), requires: sorted, models: modelsOf(graph, catalog) };
}

/** Rejects as Redis and the store do, and with `BACKEND_REFUSED_GRAPH` if no worker can run the graph. The same prompt may be submitted again while the outcome is unknown. */
export async function submitPrompt(
  submission: Submission,
  options: SubmitOptions,
  { session, bull, workers, host }: SubmitDependencies,
): Promise<Receipt> {
  const { connection, keys, store, clock } = session;
  const { graph, owner, priority, record, extra } = submission;
  const proposed = isUsableId(submission.promptId) ? submission.promptId : randomUUID();
  const { union: catalog } = await catalogsFor(graph, workers, options);
  const capability = capabilityOf(submission, catalog);
  const set = setIdOf(capability);
  const outputs = outputsOf(submission, catalog);
  const body = {
    graph,
    outputs,
    ...(record && { record }),
    ...(extra && { extra: withoutCredentials(extra) }),
  };
  const [earlier, written, turn] = await Promise.all([
    readPrompt(connection, keys, proposed),
    writeBody(body, store, options),
    takeRound(connection, keys, owner, priority),
  ]);
  // The prompt was submitted before, and has ended.
  if (earlier.verdict !== undefined) return { promptId: proposed, dropped: [] };
  // Workers leave a prompt alone that was removed a moment ago.
  const id = isRemoved(earlier.fields) ? randomUUID() : proposed;
  const now = clock.now();
  const fields = [
    ...["at", now, "set", set],
    ...(owner === undefined ? [] : ["owner", owner]),
    ...(options.detached === true ? [] : [`w:${host}`, 1]),
  ];
  const commands: readonly Command[] = [
    ["hsetnx", keys.needs, set, JSON.stringify(capability)],
    ["hmset", keys.prompt(id), ...fields],
    ["persist", keys.prompt(id)],
    ["set", keys.body(id), written],
    ["zadd", keys.prompts, now, id],
    ["zadd", keys.sets, now, set],
  ];
  const [isNew] = await bull.add(set, id, turn, commands);
  // Workers look for new sets by themselves, too, but later.
  if (isNew === 1) await connection.run("publish", keys.newSets, set).catch(() => undefined);
  return { promptId: id, dropped: [] };
}
