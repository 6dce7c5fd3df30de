// A client that is cut off, falls behind the kept events, or meets a new run of the server ends with the state of the server.

import fc from "fast-check";
import { expect, it } from "vitest";
import {
  applyEvent,
  Live,
  type Job,
  type JobEvent,
  type LiveOptions,
  type Operation,
  type StreamedEvent,
} from "@pictor/client";
import { jobOf } from "../../client/testing/job-of.js";
import { EventLog } from "../events/event-log.js";
import { sequenceNumberOf } from "../events/event-id.js";
import { rounds } from "../../test/rounds.test.support.js";

const steps = [
  ...(["submit", "operate", "step", "progress", "text", "result"] as const),
  ...(["cut", "settle", "restart", "return"] as const),
];
type Step = (typeof steps)[number];
const ended = { status: "finished", outputs: [], problems: [] } as const;

const operationOf = (id: string): Operation => ({
  id,
  seq: 0,
  kind: "backend.start",
  target: { kind: "backend", name: id },
  title: "Start",
  owner: "o",
  state: "running",
  startedAtMs: 0,
});

/** Lets everything run that waits for no timer: the transport has none. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function createMemoryServer() {
  const clock = { now: () => 0, after: () => () => undefined };
  let run = 1;
  let log = new EventLog({ clock, capacity: 4 });
  let jobs: Job[] = [];
  let operations: Operation[] = [];
  let isCut = false;
  let cut = new AbortController();
  const publish = (event: JobEvent): void => {
    const { seq } = log.publish({ ...event });
    jobs = jobs.map((job) => applyEvent(job, event, seq));
  };
  const online = async <T>(reply: () => T): Promise<T> => {
    await Promise.resolve();
    if (isCut) throw new TypeError("cut");
    return reply();
  };
  const id = () => `s${run}`;
  async function* open(since: string, signal: AbortSignal): AsyncGenerator<StreamedEvent> {
    let seen = await online(() => sequenceNumberOf(since, id()) ?? log.newest);
    const gone = AbortSignal.any([signal, cut.signal]);
    const from = log;
    while (!gone.aborted) {
      const found = from.since(seen);
      if (found.kind === "gap") yield { type: "reset", seq: from.newest, serverId: id() };
      else for (const event of found.events) yield JSON.parse(event.json) as StreamedEvent;
      if (found.kind === "events") seen = found.events.at(-1)?.seq ?? seen;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const drop = (): void => {
    cut.abort();
    cut = new AbortController();
  };
  return {
    open,
    calls: {
      entry: () => online(() => ({ serverId: id(), seq: log.newest })),
      listJobs: () => online(() => ({ jobs: [...jobs].reverse(), seq: log.newest })),
      listOperations: () => online(() => ({ operations: [...operations].reverse() })),
      listQuestions: () => online(() => ({ questions: [] })),
    },
    jobs: () => jobs,
    operations: () => operations,
    do(step: Step, pick: number): void {
      const job = jobs[pick % Math.max(1, jobs.length)];
      const at = { jobId: job?.id ?? "", batch: 0 };
      if (step === "submit") {
        const job = jobOf({ id: `j${jobs.length}`, seq: log.newest, state: "building" });
        const { seq } = log.publish({ type: "submitted", jobId: job.id, job });
        jobs = [...jobs, { ...job, seq }];
      } else if (step === "operate") {
        const { seq } = log.publish({ type: "operation", operation: operationOf(`o${operations.length}`) });
        operations = [...operations, { ...operationOf(`o${operations.length}`), seq }];
      } else if (step === "step") {
        const found = operations[pick % Math.max(1, operations.length)];
        if (found === undefined) return;
        const operation: Operation = { ...found, progress: { step: String(pick) } };
        const { seq } = log.publish({ type: "operation", operation });
        operations = operations.map((each) => (each.id === found.id ? { ...operation, seq } : each));
      } else if (step === "cut" || step === "return") {
        isCut = step === "cut";
        drop();
      } else if (step === "restart") {
        run++;
        log = new EventLog({ clock, capacity: 4 });
        jobs = jobs.map((each) => ({ ...each, seq: 0 }));
        operations = [];
        drop();
      } else if (step === "progress")
        publish({ type: "progress", ...at, node: "1", value: pick, max: 99, overall: 0.5 });
      else if (step === "text") publish({ type: "text", ...at, node: "1", text: String(pick) });
      else if (step === "result") publish({ type: "result", ...ended, jobId: at.jobId, endedAtMs: pick });
    },
  };
}

it("a client ends with the state of the server, over lives of random cuts, gaps and restarts", async () => {
  const life = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(20)), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const server = createMemoryServer();
      const calls = server.calls as unknown as LiveOptions["calls"];
      const wait = () => new Promise<void>((resolve) => setImmediate(resolve));
      const live = new Live({ calls, open: server.open, wait, isFinal: () => false });
      for (const [step, pick] of given) {
        if (step === "settle") await settle();
        else server.do(step, pick);
      }
      server.do("return", 0);
      for (let turn = 0; turn < 8; turn++) await settle();
      expect([...(live.state?.jobs.values() ?? [])]).toEqual(server.jobs());
      expect([...(live.state?.operations.values() ?? [])]).toEqual(server.operations());
      live.close();
    }),
    rounds(200, 20_000),
  );
});
