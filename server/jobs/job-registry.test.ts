// What the next server asks of the kernel for a job that has not ended.

import type { Pictor } from "@pictor/host";
import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { EventLog } from "../events/event-log.js";
import { generationOf } from "../testing/generation-of.js";
import { jobOf } from "../../client/testing/job-of.js";
import type { JobJournal } from "./job-journal.js";
import type { JobRecord } from "./job-record.js";
import { JobRegistry } from "./job-registry.js";

it("the parts of a job have its id, its owner and the number of its batches", async () => {
  const request = { workflow: "txt2img", count: 3 };
  const progress = { batch: 1, node: "3", value: 1, max: 2, overall: 0.5 };
  const job = jobOf({ request, count: 3, batch: 1, owner: "anna", promptIds: ["p0", "p1"], progress });
  const sent = job.promptIds.map((promptId, batch) => ({ promptId, batch }));
  const asked: object[] = [];
  const ask = (given: object) => {
    asked.push(given);
    return generationOf([], { status: "finished", jobId: job.id, outputs: [], problems: [] });
  };
  const clock = createFakeClock();
  const records: readonly JobRecord[] = [{ job, paths: {}, sent }];
  const registry = new JobRegistry({
    pictor: { attach: ask, redact: (text: string) => text } as unknown as Pictor,
    generate: ask,
    log: new EventLog({ clock, capacity: 10 }),
    journal: {
      read: () => Promise.resolve(records),
      change: (apply: (all: readonly JobRecord[]) => unknown) => Promise.resolve(void apply(records)),
      append: () => Promise.resolve(),
      close: () => Promise.resolve(),
    } as unknown as JobJournal,
    clock,
    servers: { id: "0-0-0-0-0", ended: () => Promise.resolve(new Set()) },
    requestOf: (shown) => Promise.resolve({ workflow: shown.workflow, count: shown.count ?? 1 }),
    jobsKept: 10,
  });
  await registry.restore();
  await registry.close();
  const common = { count: 3, owner: "anna", continues: { jobId: job.id, nextOutput: 0, overall: 0.5 } };
  expect(asked).toMatchObject([
    { promptId: "p1", batch: 1, ...common },
    { workflow: "txt2img", batches: [2], ...common },
  ]);
  expect(registry.get(job.id).state).toBe("finished");
});
