// Faults of runs, seen by a raw client: slow, failing and lost runs, and a dead worker.
import { createFakeClock } from "@pictor/host/testing";
import { afterAll, afterEach, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import { finished, getJson, isEndOf, listen, run, submit, txt2img } from "../testing/wire.js";

const clock = createFakeClock();
const server = await startServer({ clock });
const client = await listen(server, "a");
afterAll(() => server.close());
afterEach(() => server.faults.clear());

const mine = { client_id: "a" };
const errorOf = (id: string): Record<string, unknown> =>
  client.frames.find(({ type, data }) => type === "execution_error" && data["prompt_id"] === id)?.data ?? {};
const interrupt = () => fetch(`${server.url}interrupt`, { method: "POST" });

it("slow-steps: delays steps, and an interrupt ends the delay", async () => {
  server.faults.set([{ kind: "slow-steps", ms: 60_000 }]);
  const { body } = await submit(server, txt2img({ seed: 300 }), mine);
  await client.until(({ type, data }) => type === "executing" && data["node"] === "3");
  await interrupt();
  await client.until(isEndOf(body.prompt_id));
  expect(client.frames.some(({ type }) => type === "execution_interrupted")).toBe(true);
});

it("node-error: a node of the given class raises the given message", async () => {
  server.faults.set([{ kind: "node-error", classType: "VAEDecode", message: "no such color", times: 1 }]);
  const id = await run(server, client, txt2img({ seed: 302 }), mine);
  expect(errorOf(id)).toMatchObject({
    node_id: "8",
    node_type: "VAEDecode",
    exception_type: "RuntimeError",
    exception_message: "no such color\n",
  });
  expect((await finished(server, id)).status.status_str).toBe("error");
  await finished(server, await run(server, client, txt2img({ seed: 302 }), mine));
});

it("node-error: does not count runs without the class", async () => {
  server.faults.set([{ kind: "node-error", classType: "LoadImage", times: 1 }]);
  const id = await run(server, client, txt2img({ seed: 303 }), mine);
  expect((await finished(server, id)).status.status_str).toBe("success");
  expect(server.faults.list()).toHaveLength(1);
});

it("out-of-memory: raises the exception of torch with the text that clients search for", async () => {
  server.faults.set([{ kind: "out-of-memory", classType: "KSampler" }]);
  const id = await run(server, client, txt2img({ seed: 304 }), mine);
  expect(errorOf(id)).toMatchObject({ node_id: "3", exception_type: "torch.OutOfMemoryError" });
  expect(errorOf(id)["exception_message"]).toMatch(/^Allocation on device.*ran out of memory/s);
});

it("lost-history: the run ends without a history entry", async () => {
  server.faults.set([{ kind: "lost-history" }]);
  const id = await run(server, client, txt2img({ seed: 305 }), mine);
  expect(await getJson(server, `history/${id}`)).toEqual({});
  expect(await getJson(server, "queue")).toEqual({ queue_running: [], queue_pending: [] });
});

it("late-history: the history entry appears after the given time", async () => {
  server.faults.set([{ kind: "late-history", ms: 5_000 }]);
  const id = await run(server, client, txt2img({ seed: 306 }), mine);
  await clock.advance(4_999);
  expect(await getJson(server, `history/${id}`)).toEqual({});
  await clock.advance(1);
  expect((await finished(server, id)).status.completed).toBe(true);
});

it("dead-worker: loses the next prompt, runs no other one, and recovers by a restart", async () => {
  server.faults.set([{ kind: "dead-worker", times: 1 }]);
  const lost = await submit(server, txt2img({ seed: 307 }), mine);
  const waiting = await submit(server, txt2img({ seed: 308 }), mine);
  await interrupt();
  expect([lost.status, waiting.status]).toEqual([200, 200]);
  const queue = (await getJson(server, "queue")) as Record<string, unknown[][]>;
  expect(queue["queue_running"]).toEqual([]);
  expect(queue["queue_pending"]?.map((item) => item[1])).toEqual([waiting.body.prompt_id]);
  expect(await getJson(server, `history/${lost.body.prompt_id}`)).toEqual({});
  server.faults.set([{ kind: "restart", downMs: 0 }]);
  await client.closed;
  await clock.advance(0);
  for (;;) {
    const next = await listen(server, "a").catch(() => undefined);
    if (next === undefined) continue;
    await finished(server, await run(server, next, txt2img({ seed: 309 }), mine));
    break;
  }
});

it("silence: nothing follows the start of the node; closing the server ends the silence, an interrupt does not", async () => {
  server.faults.set([{ kind: "silence", ms: 60_000, classType: "KSampler" }]);
  const listener = await listen(server, "b");
  await submit(server, txt2img({ seed: 310 }), { client_id: "b" });
  const announced = await listener.until(({ type, data }) => type === "executing" && data["node"] === "3");
  await interrupt();
  listener.socket.ping();
  await new Promise((resolve) => listener.socket.once("pong", resolve));
  expect(listener.frames.at(-1)).toBe(announced);
  expect(await getJson(server, "prompt")).toEqual({ exec_info: { queue_remaining: 1 } });
  await server.close();
});
