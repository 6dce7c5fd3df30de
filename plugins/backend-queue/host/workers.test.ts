// The catalog of all workers, when that of one of them cannot be read.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { digestOf, fault, type NodeClass, type PictorError } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { pack } from "../protocol/packing.js";
import { writeWorker } from "../protocol/worker-record.js";
import { Workers } from "./workers.js";

const nodeClass: NodeClass = { name: "Good", inputs: [], outputs: [], isOutput: false };
const packed = pack([["Good", nodeClass]]);
const good = digestOf(packed);
const missing = digestOf(Buffer.from("missing"));

/** Workers by name with the digests of their catalogs, and the store's answer for a missing one. */
function openWorkers(catalogs: Readonly<Record<string, string | undefined>>, failure: Error) {
  const names = Object.keys(catalogs).sort();
  const record = { state: "ready" as const, running: 0, loaded: [], ended: 0, lost: 0, modelSwitches: 0 };
  const warnings: unknown[] = [];
  const session = {
    name: "farm",
    clock: createFakeClock(),
    logger: { warn: (_text: string, fields: unknown) => warnings.push(fields) },
    keys: { workers: "workers", draining: "draining", worker: (name: string) => name, alive: () => "alive" },
    connection: {
      run: (command: string) => Promise.resolve(command === "zrange" ? names : []),
      all: () =>
        Promise.resolve([
          names.map((name) => {
            const catalog = catalogs[name];
            const described = catalog === undefined ? { reason: "No answer." } : { catalog };
            return writeWorker({ ...record, name, ...described });
          }),
          names.map(() => "1"),
        ]),
    },
    store: {
      where: "/store",
      async *get(digest: string) {
        await Promise.resolve();
        if (digest !== good) throw failure;
        yield packed;
      },
    },
  } as unknown as Session;
  return { workers: new Workers(session), warnings };
}

const gone = fault("BACKEND_FILE_GONE", { filename: missing, status: "not in the store" });

it("leaves out a worker whose catalog the store does not have, and warns once", async () => {
  const { workers, warnings } = openWorkers({ one: good, two: missing }, gone);
  for (let times = 0; times < 2; times++)
    expect([...(await workers.catalogs(true)).union.keys()]).toEqual(["Good"]);
  expect(warnings).toEqual([expect.objectContaining({ worker: "two", digest: missing })]);
});

it("is an error when no catalog can be read, or when the store does not answer", async () => {
  await expect(openWorkers({ two: missing }, gone).workers.catalogs(true)).rejects.toThrow(gone);
  const silent = queueFault("QUEUE_STORE_UNREACHABLE", { name: "farm", where: "/store", reason: "EIO" });
  await expect(openWorkers({ one: good, two: missing }, silent).workers.catalogs(true)).rejects.toThrow(
    silent,
  );
});

it("says why the workers have described no server, and nothing if there is none", async () => {
  const told = 'No worker of the queue "farm" has reported the node classes of its server';
  const message = async (names: Readonly<Record<string, undefined>>): Promise<unknown> =>
    openWorkers(names, gone)
      .workers.catalogs(true)
      .catch((error: unknown) => (error as PictorError).what);
  expect(await message({})).toBe(`${told}.`);
  expect(await message({ one: undefined, two: undefined })).toBe(`${told} (one: No answer; two: No answer).`);
});
