// `pictor serve` as a process of its own: Ctrl-C cancels its jobs; with --detach it leaves them, and the next start follows them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { createTestFolder, patience } from "@pictor/host/testing";
import { isEnded, type Job, type Client } from "@pictor/client";
import { endServed, serve } from "./serve.test.support.js";

const backend = await startEmbeddedServer({ previews: "none" });
afterAll(() => backend.close());

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
  const backends = { farm: { kind: "remote", baseUrl: backend.url } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backend: "farm", backends }));
});
afterEach(endServed);

const params = { prompt: "a kite", width: 512, height: 512, steps: 10_000, seed: "1" };

const until = (client: Client, id: string, fits: (job: Job) => boolean): Promise<Job> =>
  vi.waitFor(async () => {
    const job = await client.calls.readJob({ params: { id } });
    expect(fits(job)).toBe(true);
    return job;
  }, patience);
const isRunning = ({ state }: Job): boolean => state === "running";

const queued = async (): Promise<number> => {
  const reply = await fetch(new URL("queue", backend.url));
  return Object.values((await reply.json()) as Record<string, readonly unknown[]>).flat().length;
};

describe("Ctrl-C on pictor serve", () => {
  it("cancels its jobs", async () => {
    const { client, interrupt } = await serve(folder);
    const { id } = await client.calls.submitJob({ body: { workflow: "txt2img", params } });
    await until(client, id, isRunning);
    const [code, errors] = await interrupt();
    expect([code, errors]).toEqual([0, expect.anything()]);
    expect(errors).toContain("Stopping, and cancelling the running jobs");
    expect(await queued()).toBe(0);
    const next = await serve(folder);
    expect(await next.client.calls.readJob({ params: { id } })).toMatchObject({ state: "interrupted" });
    await next.interrupt();
  });

  it("with --detach leaves them on their backend, and the next start follows them", async () => {
    const { client, interrupt } = await serve(folder, "--detach");
    const { id } = await client.calls.submitJob({ body: { workflow: "txt2img", params } });
    await until(client, id, isRunning);
    const [code, errors] = await interrupt();
    expect([code, errors]).toEqual([0, expect.anything()]);
    expect(errors).toContain("Stopping; the running jobs continue on their backends");
    expect(await queued()).toBe(1);
    const next = await serve(folder);
    await until(next.client, id, isRunning);
    await next.client.calls.cancelJob({ params: { id }, body: {} });
    expect(await until(next.client, id, isEnded)).toMatchObject({ state: "interrupted", by: "caller" });
    expect(await queued()).toBe(0);
    await next.interrupt();
  });
});
