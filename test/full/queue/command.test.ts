// The commands of a farm over a real Redis: a worker, jobs with priorities and owners, the members, drain and resume.

import { EventEmitter } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { worker } from "../../../cli/commands/worker/run-worker.js";
import { createCommandFolder, type CommandFolder } from "../../../cli/testing/command-folder.js";
import { fakeStreams, type FakeStreams } from "../../../cli/testing/fake-streams.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

class FakeProcess extends EventEmitter {
  exit(code: number): void {
    throw new Error(`exited with ${code}`);
  }
}

const within = { timeout: 30_000, interval: 50 };

describe.skipIf(!hasRedis)(`the commands of a farm${withoutRedis}`, { timeout: 120_000 }, () => {
  let redis: RedisServer;
  let folder: CommandFolder;
  let config: string;
  beforeAll(async () => {
    redis = await startRedis();
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    folder = createCommandFolder({ PICTOR_OWNER: "anna", PICTOR_TEST_REDIS_URL: redis.url });
    config = folder.write(
      "pictor.json",
      JSON.stringify({
        backends: {
          studio: { kind: "embedded" },
          farm: {
            kind: "queue",
            redis: { $env: "PICTOR_TEST_REDIS_URL" },
            store: { folder: join(folder.path, "store") },
            // So long a second worker waits until the name may be free.
            lockSeconds: 2,
          },
        },
      }),
    );
  });
  afterAll(async () => {
    await redis.close();
  });

  const records = ({ written }: FakeStreams): readonly Readonly<Record<string, unknown>>[] =>
    written.out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const startWorker = (name: string) => {
    const streams = fakeStreams(false, { PICTOR_TEST_REDIS_URL: redis.url });
    const signals = new FakeProcess();
    const options = { backend: "studio", queue: "farm", name, health: "127.0.0.1:0" };
    const ended = worker(options, { globals: { config, json: true }, streams, signals });
    const find = (event: string) => records(streams).find((record) => record["event"] === event);
    return { ended, signals, find };
  };
  const onFarm = (...words: readonly string[]) => folder.run(...words, "--config", config);

  it("a worker runs a job of the command; its member is shown, drained and resumed; a signal drains the worker", async () => {
    const { ended, signals, find } = startWorker("gpu-1");
    await expect.poll(() => find("ready"), within).toBeDefined();
    const out = join(folder.path, "out");
    const size = ["--set", "width=64", "--set", "height=64", "--set", "steps=2"];
    const made = await onFarm(
      ...["generate", "txt2img", "a kite", "--backend", "farm", "--priority", "high", "--out", out],
      ...size,
    );
    expect(made.code).toBe(0);
    expect(readdirSync(out)).toHaveLength(1);
    expect(find("began")).toMatchObject({ owner: "anna" });
    expect(find("ended")).toMatchObject({ as: "succeeded" });

    const status = await onFarm("backend", "status", "farm", "--json");
    const last = status.out.trim().split("\n").at(-1) ?? "{}";
    const { farm } = JSON.parse(last) as { readonly farm?: unknown };
    expect(farm).toMatchObject({
      members: [{ name: "gpu-1", state: "ready", lost: 0 }],
      problems: [{ code: "QUEUE_REDIS_NOT_DURABLE" }],
    });

    const metrics = await fetch(new URL("metrics", String(find("listening")?.["url"])));
    const text = await metrics.text();
    expect(text).toContain('pictor_worker_prompts_total{result="succeeded"} 1\n');
    expect(text).toContain('pictor_backend_members{backend="farm",state="ready"} 1\n');

    expect((await onFarm("backend", "drain", "farm", "gpu-1")).out).toMatch(/^gpu-1 .* draining$/m);
    expect((await onFarm("backend", "drain", "farm", "gpu-9")).code).toBe(2);
    expect((await onFarm("backend", "resume", "farm", "gpu-1")).out).toMatch(/^gpu-1 .* ready$/m);

    expect((await onFarm("backend", "pause", "farm")).err).toContain("farm gives no member further prompts");
    expect(
      (await onFarm("generate", "txt2img", "a kite", "--backend", "farm", "--detach", ...size)).code,
    ).toBe(0);
    const queued = await onFarm("jobs", "list", "--backend", "farm");
    expect(queued.out).toMatch(/queued: the backend is paused, and no member gets prompts/);
    const id = /^([0-9a-f]{8}\S*) +queued/m.exec(queued.out)?.[1] ?? "";
    expect((await onFarm("jobs", "priority", id, "high", "--backend", "farm")).err).toContain(
      "the priority high",
    );
    expect((await onFarm("jobs", "priority", id, "urgent", "--backend", "farm")).code).toBe(2);
    expect((await onFarm("backend", "drain", "farm", "gpu-1")).code).toBe(0);
    expect((await onFarm("backend", "resume", "farm")).code).toBe(0);
    const waiting = await onFarm("jobs", "list", "--backend", "farm");
    expect(waiting.out).toMatch(/queued: the members that can run it get no prompts: gpu-1 \(draining\)/);
    expect((await onFarm("backend", "resume", "farm", "gpu-1")).code).toBe(0);
    const isDone = async () => (await onFarm("jobs", "list", "--backend", "farm")).out.includes("queued");
    await expect.poll(isDone, within).toBe(false);

    const taken = await startWorker("gpu-1").ended;
    expect(taken).toBe(2);
    signals.emit("SIGTERM");
    expect(await ended).toBe(0);
  });
});
