// Results that the store refuses, and files that the server does not have any more.

import { expect, test } from "vitest";
import { createFakeClock, outputFile } from "@pictor/host/testing";
import { fault, type MemberBackend, type WorkEvent } from "@pictor/kernel/plugin";
import { queueFault } from "../../faults.js";
import type { ContentStore } from "../../store/store.js";
import { Warnings } from "../parts/warnings.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { Deliverer } from "./deliver.js";

const file = outputFile({ address: "http://gpu/view" });
const refused = queueFault("QUEUE_STORE_REFUSED", {
  name: "q",
  method: "PUT",
  where: "http://s3",
  status: 403,
  reason: "ExpiredToken",
});
const gone = fault("BACKEND_FILE_GONE", { filename: "a.png", status: 404 });

/** Delivers the file, with a store that fails with the errors of `failures` one after another. */
function deliver(failures: readonly Error[]) {
  const clock = createFakeClock();
  const controller = new AbortController();
  const left = [...failures];
  const store = {
    put: () => {
      const failure = left.shift();
      return failure === undefined ? Promise.resolve("d1") : Promise.reject(failure);
    },
    addressOf: (digest: string) => `store/${digest}`,
  } as unknown as ContentStore;
  const backend = { facets: {}, fetchOutput: () => [] } as unknown as MemberBackend;
  const events: WorkEvent[] = [];
  const warnings = new Warnings("gpu", (event) => events.push(event));
  const parts = { backend, worker: "gpu", store, clock, warnings } as unknown as WorkerParts;
  const deliverer = new Deliverer(parts, controller.signal);
  const delivered = deliverer.verdict({ state: "succeeded", outputs: [file] });
  delivered.catch(() => undefined);
  return { clock, controller, delivered, events };
}

test("a file that the store refuses is sent until the store accepts it, with one warning", async () => {
  const { clock, delivered, events } = deliver([refused, refused, refused]);
  await clock.advance(60_000);
  expect(await delivered).toMatchObject({
    outputs: [{ address: "store/d1", member: "gpu", subfolder: "d1" }],
  });
  expect(events).toMatchObject([{ type: "warning", problem: { code: "QUEUE_STORE_REFUSED" } }]);
});

test("an error of this machine, such as a full disk, is reported, and the file is sent again", async () => {
  const { clock, delivered, events } = deliver([new Error("ENOSPC: no space left on device")]);
  await clock.advance(60_000);
  expect(await delivered).toMatchObject({ outputs: [{ address: "store/d1" }] });
  expect(events).toMatchObject([{ type: "warning", problem: { code: "QUEUE_WORKER_HELD_UP" } }]);
});

test("a file that the server does not have any more has an empty address", async () => {
  const { clock, delivered, events } = deliver([gone]);
  await clock.advance(1_000);
  expect(await delivered).toMatchObject({ outputs: [{ address: "" }] });
  expect(events).toEqual([]);
});

test("the end of the worker ends the wait for the store", async () => {
  const { clock, controller, delivered } = deliver(Array<Error>(50).fill(refused));
  await clock.advance(1_000);
  controller.abort(new Error("ended"));
  await expect(delivered).rejects.toThrow("ended");
});
