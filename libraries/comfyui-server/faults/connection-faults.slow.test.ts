// Faults of connections, seen by a raw client: closed ports, restarts, unregistered sockets.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import {
  finished,
  getJson,
  listen,
  run,
  submit,
  txt2img,
  isEndOf,
  type FinishedPrompt,
} from "../testing/wire.js";

const server = await startServer();
afterAll(() => server.close());
afterEach(() => server.faults.clear());

/** Retries until the port is open again. */
async function reachable(): Promise<void> {
  while ((await fetch(`${server.url}prompt`).catch(() => undefined))?.status !== 200);
}
const codeOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => "reached",
    (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code,
  );

it("refuse at once: resets sockets, closes the port, and opens it again after the time", async () => {
  const client = await listen(server, "a");
  server.faults.set([{ kind: "refuse", ms: 150 }]);
  expect(await codeOf(fetch(`${server.url}prompt`))).toBe("ECONNREFUSED");
  expect(await client.closed).toBe(1006);
  await reachable();
  expect(server.faults.list()).toEqual([]);
});

it("refuse mid-run: the run continues, and its history entry exists afterwards", async () => {
  server.faults.set([{ kind: "refuse", ms: 50, afterFrames: 4 }]);
  const client = await listen(server, "a");
  const { body } = await submit(server, txt2img(), { client_id: "a" });
  expect(await client.closed).toBe(1006);
  expect(client.frames.filter(({ type }) => type !== "status")).toHaveLength(4);
  await reachable();
  let item: FinishedPrompt | undefined;
  while (item === undefined)
    item = ((await getJson(server, `history/${body.prompt_id}`)) as Record<string, FinishedPrompt>)[
      body.prompt_id
    ];
  expect(item.status.completed).toBe(true);
});

it("restart mid-run: drops queue, history, cache and temp files, restarts numbers, keeps output files", async () => {
  const first = await listen(server, "a");
  const done = await run(server, first, txt2img({ seed: 1 }), { client_id: "a" });
  await finished(server, done);
  server.faults.set([{ kind: "restart", afterFrames: 5, downMs: 30, times: 1 }]);
  const killed = await submit(server, txt2img({ seed: 2 }), { client_id: "a" });
  // The submission may fail, because the restart may already have begun.
  await submit(server, txt2img({ seed: 3 }), { client_id: "a" }).catch(() => undefined);
  expect(killed.body.number).toBeGreaterThan(0);
  expect(await first.closed).toBe(1006);
  await reachable();
  expect(await getJson(server, "queue")).toEqual({ queue_running: [], queue_pending: [] });
  expect(await getJson(server, "history")).toEqual({});
  expect(await readdir(path.join(server.directory, "temp"))).toEqual([]);
  expect(await readdir(server.outputDirectory)).toContain("test_00001_.png");
  const second = await listen(server, "a");
  const again = await submit(server, txt2img({ seed: 1 }), { client_id: "a" });
  expect(again.body.number).toBe(0);
  await second.until(isEndOf(again.body.prompt_id));
  expect(second.frames.find(({ type }) => type === "execution_cached")?.data["nodes"]).toEqual([]);
});

it("restart at once: drops the running prompt", async () => {
  server.faults.set([{ kind: "slow-steps", ms: 60_000 }]);
  const client = await listen(server, "a");
  await submit(server, txt2img(), { client_id: "a" });
  server.faults.set([{ kind: "restart", downMs: 0 }]);
  expect(await client.closed).toBe(1006);
  await reachable();
  expect(await getJson(server, "prompt")).toEqual({ exec_info: { queue_remaining: 0 } });
});

it("old-close-unregisters: the newer socket receives nothing after the older one has closed", async () => {
  server.faults.set([{ kind: "old-close-unregisters", times: 1 }]);
  const older = await listen(server, "twice");
  const newer = await listen(server, "twice");
  const watcher = await listen(server, "watcher");
  const before = newer.frames.length;
  await older.close();
  while (server.faults.list().length > 0) await new Promise(setImmediate);
  await run(server, watcher, txt2img(), { client_id: "watcher" });
  newer.socket.ping();
  await new Promise((resolve) => newer.socket.once("pong", resolve));
  expect(newer.frames.length).toBe(before);
});

it("the server can be closed during an outage", async () => {
  server.faults.set([{ kind: "refuse", ms: 60_000 }]);
  await server.close();
  await server.close();
});
