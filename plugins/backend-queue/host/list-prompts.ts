// Lists prompts: all that wait or run, and the newest that have ended.

import type { CallOptions, PromptState, PromptSummary } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { readPrompts, stageOf, type PromptRecord, type PromptStage } from "../protocol/claims.js";
import { askEach, openIds } from "../protocol/open-prompts.js";
import type { Body } from "../protocol/submission.js";
import { readWaits } from "./wait-reasons.js";
import type { Waits } from "./waits.js";
import type { Workers } from "./workers.js";

export interface ListDependencies {
  readonly session: Session;
  readonly waits: Waits;
  readonly workers: Workers;
  /** Rejects for a record that cannot be read. */
  decodeVerdict(verdict: Buffer, options?: CallOptions): Promise<PromptState>;
  decodeBody(body: Buffer, options?: CallOptions): Promise<Body>;
}

/** The most ended prompts that are looked at. */
const longestList = 2_000;

interface Row extends PromptRecord {
  readonly id: string;
  readonly stage: Exclude<PromptStage, "unknown">;
}

/** At most `limit` prompts that have ended. The newest prompts come first. */
export async function listPrompts(
  limit: number,
  { session, waits, workers, decodeVerdict, decodeBody }: ListDependencies,
  options?: CallOptions,
): Promise<readonly PromptSummary[]> {
  const { connection, keys } = session;
  const read = async (ids: readonly string[]): Promise<readonly Row[]> =>
    (await readPrompts(connection, keys, ids)).flatMap((record) => {
      const stage = stageOf(record.fields, record.verdict !== undefined);
      return stage === "unknown" || record.fields["at"] === undefined ? [] : [{ ...record, stage }];
    });
  const open = await openIds(connection, keys);
  const known = new Set(open);
  const newest =
    limit === 0
      ? []
      : ((await connection.run(
          "zrevrange",
          keys.prompts,
          0,
          Math.min(longestList, limit + open.length) - 1,
        )) as readonly string[]);
  const rows = [...(await read(open)), ...(await read(newest.filter((id) => !known.has(id))))].sort(
    (one, other) => Number(other.fields["at"]) - Number(one.fields["at"]),
  );
  let results = 0;
  const shown = rows.filter(({ stage }) => stage !== "ended" || ++results <= limit);
  const details = await askEach(
    connection,
    shown.map(({ id }) => id),
    (id) => [["getBuffer", keys.body(id)]],
  );
  const ranks = await readRanks(session, shown);
  const waiting = shown.filter(({ stage }) => stage === "waiting");
  const sets = [...new Set(waiting.map(({ fields }) => fields["set"] ?? ""))];
  const reasons = await readWaits(sets, session, workers, options);
  const listed: PromptSummary[] = [];
  for (const [index, { id, fields, verdict, stage }] of shown.entries()) {
    const ended = verdict === undefined ? undefined : await decodeVerdict(verdict, options);
    const state = ended?.state ?? (stage === "waiting" ? "queued" : "running");
    if (state === "unknown") continue;
    const [written] = details[index] ?? [];
    const body = Buffer.isBuffer(written)
      ? await decodeBody(written, options).catch(() => undefined)
      : undefined;
    const ahead = ranks.get(id);
    const wait = stage === "waiting" ? reasons.get(fields["set"] ?? "") : undefined;
    listed.push({
      promptId: id,
      state,
      createdAt: Number(fields["at"]),
      ...(ahead !== undefined && { ahead, ...(await waits(ahead)) }),
      ...(wait !== undefined && { wait }),
      ...(body?.record !== undefined && { record: body.record }),
    });
  }
  return listed;
}

/** The places of the waiting prompts in the queues of their sets. */
async function readRanks(
  { connection, keys }: Session,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = new Map(
    rows.flatMap(({ id, fields, stage }) =>
      stage === "waiting" ? [[id, fields["set"] ?? ""] as const] : [],
    ),
  );
  const ids = [...waiting.keys()];
  const replies = await askEach(connection, ids, (id) => [
    ["zrank", keys.queue(waiting.get(id) ?? "", "prioritized"), id],
  ]);
  return new Map(
    ids.flatMap((id, index) => {
      const [rank] = replies[index] ?? [];
      return typeof rank === "number" ? [[id, rank] as const] : [];
    }),
  );
}
