// HTTP replies that are late, refused or incomplete: what a raw client sees.
import { createFakeClock, settle } from "@pictor/kernel/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "../server/start.js";
import { getJson, isEndOf, listen, submit, txt2img, type Listener } from "../testing/wire.test.support.js";

// The worker thread starts within seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const clock = createFakeClock();
let server: EmbeddedServer;
let client: Listener;
beforeAll(async () => {
  server = await startEmbeddedServer({ clock });
  client = await listen(server, "a");
});
afterAll(() => server.close());
afterEach(() => {
  server.faults.clear();
});

const mine = (prompt_id: string) => ({ client_id: "a", prompt_id });
const waits = async (): Promise<void> => {
  while (clock.pending() === 0) await settle();
};

it("late-reply: the run ends while the reply is on its way", async () => {
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

it("early-events: the reply comes after the run's last event", async () => {
  server.faults.set([{ kind: "early-events" }]);
  const id = "2f0e3c80-5d6d-4f7e-9a07-1f3f5a5f0002";
  const { body } = await submit(server, txt2img({ seed: 401 }), mine(id));
  expect(body.prompt_id).toBe(id);
  await client.until(isEndOf(id));
});

describe("status", () => {
  it("refuses a submission, which is not queued", async () => {
    server.faults.set([{ kind: "status", status: 503, times: 1 }]);
    const refused = await fetch(`${server.url}prompt`, { method: "POST", body: "{}" });
    expect([refused.status, await refused.text()]).toEqual([503, "503: Service Unavailable"]);
    expect(await getJson(server, "prompt")).toEqual({ exec_info: { queue_remaining: 0 } });
    expect((await submit(server, txt2img({ seed: 402 }))).status).toBe(200);
  });

  it("queued: answers 500 although the prompt runs", async () => {
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

  it("413 in the words of the server", async () => {
    server.faults.set([{ kind: "status", status: 413 }]);
    const reply = await fetch(`${server.url}prompt`, { method: "POST", body: "{}" });
    expect(await reply.text()).toMatch(/^Maximum request body size \d+ exceeded\.$/);
  });

  it("refuses the handshake", async () => {
    server.faults.set([{ kind: "status", status: 503, route: "/ws" }]);
    await expect(listen(server, "b")).rejects.toThrow("503");
  });
});

it("slow-object-info: the catalogue takes its time", async () => {
  server.faults.set([{ kind: "slow-object-info", ms: 90_000 }]);
  const reply = getJson(server, "object_info/KSampler");
  await waits();
  await clock.advance(90_000);
  expect(await reply).toHaveProperty("KSampler");
});

it("missing-class: neither published nor accepted", async () => {
  server.faults.set([{ kind: "missing-class", classType: "VAEDecode" }]);
  expect(await getJson(server, "object_info/VAEDecode")).toEqual({});
  expect(await getJson(server, "object_info")).not.toHaveProperty("VAEDecode");
  expect(await getJson(server, "object_info")).toHaveProperty("KSampler");
  const refused = await submit(server, txt2img());
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("VAEDecode");
});
