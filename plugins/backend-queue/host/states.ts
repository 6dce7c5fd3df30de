// What is known about a prompt: its state and its submission.

import type { CallOptions, PromptState, SubmissionSnapshot } from "@pictor/kernel/plugin";
import type { JobOfSet } from "../bull/jobs.js";
import { goneReason } from "../protocol/absence.js";
import { replaceEnd, thereIn, workerOf, type PromptFields } from "../protocol/claims.js";
import { readBody } from "../protocol/job-data.js";
import { stageOf, type Stage } from "../protocol/stages.js";
import { asUnreadable } from "../protocol/unreadable.js";
import { lost, readVerdict } from "../protocol/verdicts.js";
import { findPrompt, type FoundPrompt } from "../sets/find-prompt.js";
import type { HostParts } from "./host-parts.js";
import { createOwnerWait, shownWait } from "./owner-waits.js";
import { createPlaces } from "./places.js";
import { createWaitReason } from "./wait-reasons.js";

const unknown: PromptState = { state: "unknown" };

export function createStates(parts: HostParts) {
  const { connection, keys, queues, store, settings, absence, waits, submitted } = parts;
  const waitReason = createWaitReason(parts);
  const ownerWait = createOwnerWait(parts);
  const placeOf = createPlaces(parts);
  const unreadable = asUnreadable(parts.name);
  const decode = (verdict: unknown, options?: CallOptions): Promise<PromptState> =>
    readVerdict(verdict, store, options).catch(unreadable);
  const find = async (id: string): Promise<{ readonly stage: Stage } & FoundPrompt> => {
    const prompt = await findPrompt(parts, id, submitted.get(id));
    return Object.assign({ stage: stageOf(prompt.fields, prompt.found?.job) }, prompt);
  };

  const waiting = async ({ set, id, job }: JobOfSet): Promise<PromptState> => {
    const found = await ownerWait(job);
    // One that a worker prepares has been let begin.
    const ofOwner = found !== undefined && (await queues.isTaken(job)) ? undefined : found;
    const ahead = ofOwner === undefined ? await placeOf(set, id) : undefined;
    const wait = shownWait(await waitReason(set), ofOwner);
    return {
      state: "queued",
      ...(ahead !== undefined && { ahead, ...(await waits(ahead)) }),
      ...(wait !== undefined && { wait }),
    };
  };
  /** Ends a run whose worker is gone, unless the settings let a worker run it again. */
  const running = async (
    id: string,
    fields: PromptFields,
    { attempt, claim }: Extract<Stage, { readonly is: "claimed" }>,
    options?: CallOptions,
  ): Promise<PromptState> => {
    const by = workerOf(claim);
    const isAlive = (await connection.run("exists", keys.alive(by))) === 1;
    if (!absence.isGone(by, isAlive) || settings.retryLost) return { state: "running" };
    const verdict = lost(goneReason(by, thereIn(fields, { id, attempt })));
    const seconds = parts.recordSeconds;
    await replaceEnd(connection, keys, { id, attempt, by, verdict, seconds });
    const { stage } = await find(id);
    return stage.is === "ended" ? decode(stage.verdict, options) : unknown;
  };
  return {
    async state(id: string, options?: CallOptions): Promise<PromptState> {
      const { fields, found, stage } = await find(id);
      switch (stage.is) {
        case "unknown":
          return unknown;
        case "ended":
          return decode(stage.verdict, options);
        case "waiting":
          return found === undefined ? unknown : waiting(found);
        case "claimed":
          return running(id, fields, stage, options);
      }
    },
    async fetchSubmission(id: string, options?: CallOptions): Promise<SubmissionSnapshot | undefined> {
      const { found } = await findPrompt(parts, id);
      if (found === undefined) return undefined;
      const { graph, outputs, record } = await readBody(found.job.data, store, options).catch(unreadable);
      return { graph, outputs, ...(record && { record }) };
    },
  };
}
