// What is known about prompts: their states, the list, their submissions.

import type { CallOptions, PromptState, PromptSummary, SubmissionSnapshot } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { goneReason, type AbsenceWatch } from "../protocol/absence.js";
import { isRemoved, readPrompt, setVerdict, workerOf, type PromptFields } from "../protocol/claims.js";
import { readBody, type Body } from "../protocol/submission.js";
import { lost, readVerdict, writeShortVerdict } from "../protocol/verdicts.js";
import type { Bull } from "../sets/bull.js";
import type { Waits } from "./waits.js";

export interface StatesDependencies {
  readonly session: Session;
  readonly bull: Bull;
  readonly absence: AbsenceWatch;
  readonly waits: Waits;
}

export interface States {
  state(id: string, options?: CallOptions): Promise<PromptState>;
  prompts(limit: number, options?: CallOptions): Promise<readonly PromptSummary[]>;
  fetchSubmission(id: string, options?: CallOptions): Promise<SubmissionSnapshot | undefined>;
}

const unknown: PromptState = { state: "unknown" };
/** The most prompts that are looked at for the list. */
const longestList = 2_000;

export function createStates({ session, bull, absence, waits }: StatesDependencies): States {
  const { connection, keys, store } = session;
  const unreadable = (error: unknown): never => {
    throw error instanceof Error && error.name === "PictorError"
      ? error
      : queueFault(
          "QUEUE_RECORD_UNREADABLE",
          { name: session.name, reason: "it does not have the expected form" },
          { cause: error },
        );
  };
  const decode = (verdict: Buffer, options?: CallOptions): Promise<PromptState> =>
    readVerdict(verdict, store, options).catch(unreadable);

  /** Ends a prompt whose worker is gone. */
  const endGone = async (id: string, { claim = "", set = "", there }: PromptFields): Promise<void> => {
    const worker = workerOf(claim);
    const verdict = writeShortVerdict(lost(goneReason(worker, there ?? id)));
    await setVerdict(connection, keys, { id, verdict, seconds: session.recordSeconds, worker });
    await bull.remove(set, id);
  };
  const state: States["state"] = async (id, options) => {
    const { fields, verdict } = await readPrompt(connection, keys, id);
    if (verdict !== undefined) return decode(verdict, options);
    if (fields["at"] === undefined || isRemoved(fields)) return unknown;
    const { claim, set = "" } = fields;
    if (claim === undefined) {
      const ahead = await connection.run("zrank", keys.queue(set, "prioritized"), id);
      return { state: "queued", ...(typeof ahead === "number" && { ahead, ...(await waits(ahead)) }) };
    }
    const worker = workerOf(claim);
    const isAlive = (await connection.run("exists", keys.alive(worker))) === 1;
    if (!absence.isGone(worker, isAlive)) return { state: "running" };
    await endGone(id, fields);
    const after = await readPrompt(connection, keys, id);
    return after.verdict === undefined ? unknown : decode(after.verdict, options);
  };

  const bodyOf = async (id: string, options?: CallOptions): Promise<Body | undefined> => {
    const value = await connection.run("getBuffer", keys.body(id));
    return Buffer.isBuffer(value) ? readBody(value, store, options).catch(unreadable) : undefined;
  };
  const summaryOf = async (
    id: string,
    fields: PromptFields,
    ended: PromptState | undefined,
    options?: CallOptions,
  ): Promise<readonly PromptSummary[]> => {
    const now = ended?.state ?? (fields["claim"] === undefined ? "queued" : "running");
    if (now === "unknown") return [];
    const ahead =
      now === "queued"
        ? await connection.run("zrank", keys.queue(fields["set"] ?? "", "prioritized"), id)
        : undefined;
    const record = (await bodyOf(id, options).catch(() => undefined))?.record;
    return [
      {
        promptId: id,
        state: now,
        createdAt: Number(fields["at"]),
        ...(typeof ahead === "number" && { ahead, ...(await waits(ahead)) }),
        ...(record !== undefined && { record: record }),
      },
    ];
  };

  return {
    state,
    async prompts(limit, options) {
      const ids = (await connection.run("zrevrange", keys.prompts, 0, longestList - 1)) as readonly string[];
      if (ids.length === 0) return [];
      const replies = await connection.all(
        ids.flatMap((id) => [
          ["hgetall", keys.prompt(id)] as const,
          ["getBuffer", keys.verdict(id)] as const,
        ]),
      );
      const found: PromptSummary[] = [];
      let results = 0;
      for (const [index, id] of ids.entries()) {
        const fields = (replies[2 * index] ?? {}) as PromptFields;
        const verdict = replies[2 * index + 1];
        if (fields["at"] === undefined || isRemoved(fields)) continue;
        if (Buffer.isBuffer(verdict) && ++results > limit) continue;
        const ended = Buffer.isBuffer(verdict) ? await decode(verdict, options) : undefined;
        found.push(...(await summaryOf(id, fields, ended, options)));
      }
      return found;
    },
    async fetchSubmission(id, options) {
      const body = await bodyOf(id, options);
      return (
        body && { graph: body.graph, outputs: body.outputs, ...(body.record && { record: body.record }) }
      );
    },
  };
}
