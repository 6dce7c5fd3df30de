// Random faults, cancels and other clients on a real server: each job ends once, and its result never contradicts the
// server's record.

import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { GenerationResult } from "@pictor/host";
import { isNightly, rounds } from "../../rounds.test.support.js";
import { commands } from "./actions.test.support.js";
import { isImage, openStage, startServer, type Observed, type Stage } from "./stage.test.support.js";

const parameters = rounds(30, 6_000);
/** Milliseconds after which a job counts as hanging: many minutes of the kernel's clock. */
const hangMs = 20_000;
/** Milliseconds after which everything that a job has left behind must be gone. */
const withdrawnTurns = 200;
const endings = new Set(["finished", "vetoed", "interrupted", "failed", "lost"]);

/** The endings of all jobs, because runs in which nothing goes wrong prove nothing. */
const tally: Record<string, number> = {};

const server = await startServer();
afterAll(() => server.close());

/** An entry of the server's queue: number, id, graph, additional data, outputs. */
type QueueTuple = readonly [
  number,
  string,
  unknown,
  { readonly pictor?: { readonly jobId?: unknown } },
  unknown,
];
interface HistoryItem {
  readonly prompt: QueueTuple;
  readonly status: { readonly messages: readonly (readonly [string, unknown])[] };
}
interface QueueReply {
  readonly queue_running?: readonly QueueTuple[];
  readonly queue_pending?: readonly QueueTuple[];
}

const verdictIn = ({ status }: HistoryItem): string | undefined =>
  status.messages.map(([kind]) => kind).find((kind) => /^execution_(success|error|interrupted)$/.test(kind));

/** The server's record of the prompt of the job's last batch; undefined if there is none. */
async function recorded(stage: Stage, { promptId }: Observed): Promise<string | undefined> {
  if (promptId === undefined) return undefined;
  const history = (await stage.other("GET", `history/${promptId}`)) as
    Record<string, HistoryItem> | undefined;
  const item = history?.[promptId];
  return item === undefined ? undefined : verdictIn(item);
}

/** Ids of the job's prompts that are queued or running, even if the job does not know them. */
async function leftOf(stage: Stage, { jobId }: Observed): Promise<readonly string[]> {
  const { queue_running = [], queue_pending = [] } = ((await stage.other("GET", "queue")) ??
    {}) as QueueReply;
  return [...queue_running, ...queue_pending]
    .filter(([, , , { pictor }]) => pictor?.jobId === jobId)
    .map(([, id]) => id);
}

/** Number of the job's prompts that have succeeded, according to the server. */
async function successesOf(stage: Stage, { jobId }: Observed): Promise<number> {
  const history = ((await stage.other("GET", "history?max_items=40")) ?? {}) as Record<string, HistoryItem>;
  return Object.values(history).filter(
    (item) => item.prompt[3].pictor?.jobId === jobId && verdictIn(item) === "execution_success",
  ).length;
}

/** Whether the result says that the prompt may continue. */
const isTold = (result: GenerationResult, promptId: string): boolean =>
  (result.status === "lost" && result.error.details["promptId"] === promptId) ||
  result.problems.some(
    ({ code, message }) => code === "BACKEND_CANCEL_UNCONFIRMED" && message.includes(promptId),
  );

/** Waits a moment for prompts that are being revoked. */
async function untoldLeft(stage: Stage, job: Observed, result: GenerationResult): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (let turn = 0; turn < withdrawnTurns; turn += 1) {
    left = (await leftOf(stage, job)).filter((id) => !isTold(result, id));
    if (left.length === 0) break;
    await stage.moment();
  }
  return left;
}

const allowed: Readonly<Record<string, (result: GenerationResult, job: Observed) => boolean>> = {
  execution_success: ({ status }, { cancelled }) =>
    status === "finished" || (cancelled && status === "interrupted"),
  execution_error: ({ status }, { cancelled }) =>
    status === "failed" || (cancelled && status === "interrupted"),
  execution_interrupted: ({ status }) => status === "interrupted",
};

async function settled(job: Observed): Promise<GenerationResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`a job hangs after ${job.states.join(" ")}`)), hangMs);
  });
  return Promise.race([job.result, late]).finally(() => clearTimeout(timer));
}

async function check(stage: Stage): Promise<void> {
  for (const job of stage.jobs) {
    const result = await settled(job);
    tally[result.status] = (tally[result.status] ?? 0) + 1;
    const told = job.states.filter((state) => endings.has(state));
    expect(told).toEqual([result.status]);
    expect(job.states.at(-1)).toBe(result.status);
    const record = await recorded(stage, job);
    if (record !== undefined && !allowed[record]?.(result, job)) {
      throw new Error(`the record says ${record}, the job ended ${JSON.stringify(result)}`);
    }
    // If the caller has cancelled, another client may have interrupted the prompt first. Otherwise only the server can have.
    if (result.status === "interrupted" && !job.cancelled) expect(result.by).toBe("server");
    if (result.status === "finished") expect(result.outputs).toHaveLength(job.batches);
    expect(await untoldLeft(stage, job, result)).toEqual([]);
    // Otherwise the user could not find the images.
    if (result.status === "failed" && result.error.code.startsWith("BACKEND_"))
      expect(await successesOf(stage, job)).toBeLessThanOrEqual(result.outputs.length);
  }
  const saved = stage.jobs.flatMap(({ outputs }) => outputs);
  expect(new Set(saved).size).toBe(saved.length);
  expect(stage.savedFiles()).toHaveLength(saved.length);
  expect(saved.every(isImage)).toBe(true);
}

it("a job under random faults ends exactly once and as the record says", async () => {
  const property = fc.asyncProperty(
    fc.commands([...commands], { maxCommands: 16, size: "max" }),
    async (script) => {
      server.faults.clear();
      await stageEmptied();
      const stage = await openStage(server);
      try {
        await fc.asyncModelRun(() => ({ model: { jobs: 0 }, real: stage }), script);
        server.faults.clear();
        await check(stage);
      } finally {
        await stage.close();
      }
    },
  );
  await fc.assert(property, { ...parameters, endOnFailure: process.env["PICTOR_SHRINK"] === undefined });
  console.log(`${parameters.numRuns} rounds: ${JSON.stringify(tally)}`);
  // A few rounds need not meet all of them.
  if (isNightly) expect(Object.keys(tally).sort()).toEqual(["failed", "finished", "interrupted", "lost"]);
});

/** Removes what an earlier run has left, so that it does not slow down the next one. */
async function stageEmptied(): Promise<void> {
  await fetch(new URL("queue", server.url), { method: "POST", body: '{"clear":true}' }).catch(
    () => undefined,
  );
  await fetch(new URL("interrupt", server.url), { method: "POST", body: "{}" }).catch(() => undefined);
}
