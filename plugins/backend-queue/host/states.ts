// What is known about prompts: their states, the list, their submissions.

import type { CallOptions, PromptState, PromptSummary, SubmissionSnapshot } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { goneReason, type AbsenceWatch } from "../protocol/absence.js";
import { readPrompt, setVerdict, stageOf, workerOf, type PromptFields } from "../protocol/claims.js";
import { readBody, type Body } from "../protocol/submission.js";
import { asUnreadable } from "../protocol/unreadable.js";
import { lost, readVerdict, writeShortVerdict } from "../protocol/verdicts.js";
import type { Bull } from "../sets/bull.js";
import { listPrompts } from "./list-prompts.js";
import { createWaitReason } from "./wait-reasons.js";
import type { Waits } from "./waits.js";
import type { Workers } from "./workers.js";

export interface StatesDependencies {
  readonly session: Session;
  readonly bull: Bull;
  readonly absence: AbsenceWatch;
  readonly waits: Waits;
  readonly workers: Workers;
}

export interface States {
  state(id: string, options?: CallOptions): Promise<PromptState>;
  prompts(limit: number, options?: CallOptions): Promise<readonly PromptSummary[]>;
  fetchSubmission(id: string, options?: CallOptions): Promise<SubmissionSnapshot | undefined>;
}

const unknown: PromptState = { state: "unknown" };

export function createStates({ session, bull, absence, waits, workers }: StatesDependencies): States {
  const { connection, keys, store } = session;
  const waitReason = createWaitReason(session, workers);
  const unreadable = asUnreadable(session.name);
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
    const { claim = "", set = "" } = fields;
    const stage = stageOf(fields, false);
    if (stage === "unknown") return unknown;
    if (stage === "waiting") {
      const ahead = await connection.run("zrank", keys.queue(set, "prioritized"), id);
      const wait = await waitReason(set);
      return {
        state: "queued",
        ...(typeof ahead === "number" && { ahead, ...(await waits(ahead)) }),
        ...(wait !== undefined && { wait }),
      };
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
  return {
    state,
    prompts: (limit, options) =>
      listPrompts(
        limit,
        {
          session,
          waits,
          workers,
          decodeVerdict: decode,
          decodeBody: (body, more) => readBody(body, store, more),
        },
        options,
      ),
    async fetchSubmission(id, options) {
      const body = await bodyOf(id, options);
      return (
        body && { graph: body.graph, outputs: body.outputs, ...(body.record && { record: body.record }) }
      );
    },
  };
}
