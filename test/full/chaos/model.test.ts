// Random faults, cancels and other clients against a real server: one ending for each job, and never one that
// contradicts the server's record. PICTOR_RUNS sets how many runs.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { GenerationResult } from "@pictor/kernel";
import { commands } from "./actions.test.support.js";
import { isPicture, openStage, startServer, type Observed, type Stage } from "./stage.test.support.js";

const runs = Number(process.env["PICTOR_RUNS"] ?? 600);
/** Milliseconds after which a job counts as hanging: many minutes of the kernel's own time. */
const hangMs = 20_000;
const endings = new Set(["finished", "vetoed", "interrupted", "failed", "lost"]);

/** How the jobs of all runs ended: a run in which nothing goes wrong proves nothing. */
const tally: Record<string, number> = {};

let server: EmbeddedServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface HistoryItem {
  readonly status: { readonly messages: readonly (readonly [string, unknown])[] };
}

/** What the server's record says of the job's last prompt; undefined when it has none. */
async function recorded(stage: Stage, { promptIds }: Observed): Promise<string | undefined> {
  const id = [...promptIds].at(-1);
  if (id === undefined) return undefined;
  const history = (await stage.other("GET", `history/${id}`)) as Record<string, HistoryItem> | undefined;
  const kinds = history?.[id]?.status.messages.map(([kind]) => kind) ?? [];
  return kinds.find((kind) => /^execution_(success|error|interrupted)$/.test(kind));
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
    timer = setTimeout(() => {
      reject(new Error(`a job hangs after ${job.states.join(" ")}`));
    }, hangMs);
  });
  return Promise.race([job.result, late]).finally(() => {
    clearTimeout(timer);
  });
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
    // A cancel can come behind another client's interrupt; without one it was never the caller.
    if (result.status === "interrupted" && !job.cancelled) expect(result.by).toBe("server");
    if (result.status === "finished") expect(result.outputs).toHaveLength(1);
  }
  const saved = stage.jobs.flatMap(({ outputs }) => outputs);
  expect(new Set(saved).size).toBe(saved.length);
  expect(stage.savedFiles()).toHaveLength(saved.length);
  expect(saved.every(isPicture)).toBe(true);
}

describe("a job under random faults", () => {
  it(`ends exactly once and as the record says, in ${runs} runs`, async () => {
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
    await fc.assert(property, { numRuns: runs, endOnFailure: process.env["PICTOR_SHRINK"] === undefined });
    console.log(`${runs} runs: ${JSON.stringify(tally)}`);
    expect(Object.keys(tally).sort()).toEqual(["failed", "finished", "interrupted", "lost"]);
  }, 900_000);
});

/** What an earlier run has left is another client's business; it shall not slow the next one down. */
async function stageEmptied(): Promise<void> {
  await fetch(new URL("queue", server.url), { method: "POST", body: '{"clear":true}' }).catch(
    () => undefined,
  );
  await fetch(new URL("interrupt", server.url), { method: "POST", body: "{}" }).catch(() => undefined);
}
