// Faults of HTTP replies, seen by a raw client: late replies, error statuses, missing classes.
import { createFakeClock, settlePromises } from "@pictor/host/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import { getJson, isEndOf, listen, submit, txt2img } from "../testing/wire.js";

const clock = createFakeClock();
const server = await startServer({ clock, maxUploadSize: 0.5 });
const client = await listen(server, "a");
afterAll(() => server.close());
afterEach(() => server.faults.clear());

const mine = (prompt_id: string) => ({ client_id: "a", prompt_id });
const waits = async (): Promise<void> => {
  while (clock.pending() === 0) await settlePromises();
};

it("late-reply: the run ends before the reply arrives", async () => {
  server.faults.set([{ kind: "late-reply", ms: 3_000 }]);
  const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0001";
  let replied = false;
  const reply = submit(server, txt2img({ seed: 400 }), mine(id)).finally(() => (replied = true));
  await client.until(isEndOf(id));
  await clock.advance(2_999);
  expect(replied).toBe(false);
  await clock.advance(1);
  expect((await reply).body.prompt_id).toBe(id);
});

it("late-reply, queuedLate: reads the body at once and queues after the wait, although the client has disconnected", async () => {
  server.faults.set([{ kind: "late-reply", ms: 3_000, queuedLate: true, times: 1 }]);
  const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0005";
  const gone = new AbortController();
  const body = JSON.stringify({ prompt: txt2img({ seed: 410 }), ...mine(id) });
  const reply = fetch(`${server.url}prompt`, { method: "POST", body, signal: gone.signal });
  const given = expect(reply).rejects.toThrow();
  await waits();
  gone.abort();
  await given;
  await clock.advance(2_999);
  expect(await getJson(server, "queue")).toEqual({ queue_running: [], queue_pending: [] });
  expect(client.frames.some(({ data }) => data["prompt_id"] === id)).toBe(false);
  await clock.advance(1);
  await client.until(isEndOf(id));
});

it("late-reply, queuedLate: replies to a client that waits", async () => {
  server.faults.set([{ kind: "late-reply", ms: 3_000, queuedLate: true }]);
  const reply = submit(server, txt2img({ seed: 411 }), { client_id: "a" });
  await waits();
  await clock.advance(3_000);
  const { body } = await reply;
  expect(clock.pending()).toBe(0);
  await client.until(isEndOf(body.prompt_id));
});

it("early-events: replies after the run's last event", async () => {
  server.faults.set([{ kind: "early-events" }]);
  const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0002";
  const { body } = await submit(server, txt2img({ seed: 401 }), mine(id));
  expect(body.prompt_id).toBe(id);
  await client.until(isEndOf(id));
});

it.each<[string, (id: string) => object]>([
  ["deleted", (id) => ({ delete: [id] })],
  ["cleared", () => ({ clear: true })],
])("early-events: replies when the prompt is %s", async (_word, change) => {
  server.faults.set([{ kind: "slow-steps", ms: 600_000 }]);
  const running = await submit(server, txt2img({ seed: 412 }), { client_id: "a" });
  server.faults.set([{ kind: "early-events" }]);
  const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0006";
  const reply = submit(server, txt2img({ seed: 413 }), mine(id));
  const remaining = async () =>
    (await getJson(server, "prompt")) as { exec_info: { queue_remaining: number } };
  while ((await remaining()).exec_info.queue_remaining < 2) await settlePromises();
  await fetch(`${server.url}queue`, { method: "POST", body: JSON.stringify(change(id)) });
  expect((await reply).body.prompt_id).toBe(id);
  await fetch(`${server.url}interrupt`, { method: "POST" });
  await client.until(isEndOf(running.body.prompt_id));
});

it("early-events: replies to both of two submissions with one id", async () => {
  server.faults.set([{ kind: "early-events" }]);
  const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0007";
  const twice = [414, 415].map((seed) => submit(server, txt2img({ seed }), mine(id)));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
  const ends = () => client.frames.filter(isEndOf(id)).length;
  while (ends() < 2) await settlePromises();
});

describe("status", () => {
  it("refuses a submission and does not queue it", async () => {
    server.faults.set([{ kind: "status", status: 503, times: 1 }]);
    const refused = await fetch(`${server.url}prompt`, { method: "POST", body: "{}" });
    expect([refused.status, await refused.text()]).toEqual([503, "503: Service Unavailable"]);
    expect(await getJson(server, "prompt")).toEqual({ exec_info: { queue_remaining: 0 } });
    expect((await submit(server, txt2img({ seed: 402 }))).status).toBe(200);
  });

  it("queued: replies with 500 although the prompt runs", async () => {
    server.faults.set([{ kind: "status", status: 500, queued: true, times: 1 }]);
    const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0003";
    const body = JSON.stringify({ prompt: txt2img({ seed: 403 }), ...mine(id) });
    const reply = await fetch(`${server.url}prompt`, { method: "POST", body });
    expect([reply.status, await reply.text()]).toEqual([
      500,
      "500 Internal Server Error\n\nServer got itself in trouble",
    ]);
    await client.until(isEndOf(id));
  });

  it.each([
    ["/history", undefined, "GET", "history/some-id", 502],
    ["history", undefined, "GET", "api/history", 502],
    ["/history", "post", "GET", "history", 200],
    ["/hist", undefined, "GET", "history", 200],
    ["/upload/image", undefined, "POST", "upload/image", 502],
  ])("on %s for %s: %s %s answers %i", async (route, method, verb, path, expected) => {
    server.faults.set([{ kind: "status", status: 502, route, ...(method && { method }) }]);
    expect((await fetch(server.url + path, { method: verb })).status).toBe(expected);
  });

  it("sends the text of a real server with 413", async () => {
    server.faults.set([{ kind: "status", status: 413 }]);
    const reply = await fetch(`${server.url}prompt`, { method: "POST", body: "{}" });
    expect(await reply.text()).toBe("Maximum request body size 524288 exceeded.");
    const long = await fetch(`${server.url}free`, { method: "POST", body: "x".repeat(524_289) });
    expect(await long.text()).toBe("Maximum request body size 524288 exceeded.");
  });

  it("refuses the handshake", async () => {
    server.faults.set([{ kind: "status", status: 503, route: "/ws" }]);
    await expect(listen(server, "b")).rejects.toThrow("503");
  });
});

it("slow-object-info: delays the catalog", async () => {
  server.faults.set([{ kind: "slow-object-info", ms: 90_000 }]);
  const reply = getJson(server, "object_info/KSampler");
  await waits();
  await clock.advance(90_000);
  expect(await reply).toHaveProperty("KSampler");
});

it("missing-class: neither publishes nor accepts the class", async () => {
  server.faults.set([{ kind: "missing-class", classType: "VAEDecode" }]);
  expect(await getJson(server, "object_info/VAEDecode")).toEqual({});
  expect(await getJson(server, "object_info")).not.toHaveProperty("VAEDecode");
  expect(await getJson(server, "object_info")).toHaveProperty("KSampler");
  const refused = await submit(server, txt2img());
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("VAEDecode");
});
