// The simulated ComfyUI-Manager on a running server: routes of each generation, queues, refusals, restarts.
import { describe, expect, it, onTestFinished } from "vitest";
import type { ComfyuiServer } from "../start.js";
import { ownClasses, startServer } from "../testing/start.js";
import { getJson, listen } from "../testing/wire.js";
import type { ManagerOptions, NodePack } from "./options.js";
import { InvalidManagerError, readManager } from "./read-options.js";

const acme: NodePack = {
  id: "acme-nodes",
  repository: "https://github.com/acme/acme-nodes",
  versions: ["1.0.0", "2.0.0"],
  classes: { AcmeTone: { output: ["IMAGE"], input: { required: { image: ["IMAGE"] } } } },
};

async function start(generation: ManagerOptions["generation"], more: Partial<ManagerOptions> = {}) {
  const manager = { generation, packs: [acme], rebootMs: 10, ...more };
  const server = await startServer({ manager });
  onTestFinished(() => server.close());
  return server;
}
const send = (server: ComfyuiServer, route: string, body?: unknown): Promise<Response> =>
  fetch(server.url + route, {
    method: "POST",
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
const install = {
  id: "acme-nodes",
  version: "1.0.0",
  selected_version: "1.0.0",
  channel: "default",
  mode: "cache",
};
const listedAs = (ver: string) => ({
  "acme-nodes": { ver, cnr_id: "acme-nodes", aux_id: null, enabled: true },
});

describe("routes", () => {
  it.each([
    ["3.x-get", "manager/version", "V3.39.2"],
    ["3.x", "api/manager/version", "V3.41"],
    ["4.0", "v2/manager/version", "V4.0.4"],
    ["4.2", "api/v2/manager/version", "V4.2.2"],
    ["4.x-legacy", "v2/manager/version", "V4.2.2"],
  ] as const)("%s says its version at /%s", async (generation, route, version) => {
    const server = await start(generation);
    expect(await (await fetch(server.url + route)).text()).toBe(version);
    const other = route.includes("v2/") ? "manager/version" : "v2/manager/version";
    expect((await fetch(server.url + other)).status).toBe(404);
  });

  it.each([
    ["3.x-get", "manager/queue/start", "GET"],
    ["3.x", "manager/queue/start", "POST"],
    ["4.0", "v2/manager/queue/start", "GET"],
    ["4.2", "v2/manager/queue/start", "POST"],
  ] as const)("%s takes /%s by %s only", async (generation, route, verb) => {
    const server = await start(generation);
    const statuses = await Promise.all(
      ["GET", "POST"].map(async (method) => (await fetch(server.url + route, { method })).status),
    );
    expect(statuses).toEqual(verb === "GET" ? [200, 405] : [404, 200]);
  });

  it("do not exist without the option", async () => {
    const server = await startServer();
    expect((await fetch(`${server.url}v2/manager/version`)).status).toBe(404);
    await server.close();
  });

  it("refuse form submissions of web pages", async () => {
    const server = await start("3.x");
    const headers = { "Content-Type": "text/plain" };
    const reply = await fetch(`${server.url}manager/reboot`, { method: "POST", body: "x", headers });
    expect(reply.status).toBe(400);
  });
});

describe("3.x", () => {
  it("runs its queue, reports to all clients, and ends with an empty queue", async () => {
    const server = await start("3.x");
    const socket = await listen(server, "anybody");
    expect((await send(server, "manager/queue/install", { ...install, ui_id: "t-1" })).status).toBe(200);
    expect(await getJson(server, "manager/queue/status")).toEqual({
      total_count: 1,
      done_count: 0,
      in_progress_count: 0,
      is_processing: false,
    });
    expect(await getJson(server, "customnode/installed")).toEqual({});
    expect((await send(server, "manager/queue/start")).status).toBe(200);
    const done = await socket.until(
      ({ type, data }) => type === "cm-queue-status" && data["status"] === "done",
    );
    expect(done.data).toMatchObject({ nodepack_result: { "t-1": "success" }, total_count: 1, done_count: 1 });
    expect(await getJson(server, "customnode/installed")).toEqual(listedAs("1.0.0"));
    expect(await getJson(server, "customnode/installed?mode=imported")).toEqual({});
    await socket.close();
  });

  it.each([
    ["a missing channel", { ...install, ui_id: "t", channel: undefined }, 500],
    ["no version of a known pack", { ...install, ui_id: "t", selected_version: "unknown" }, 400],
    [
      "an address that is in no list",
      { ...install, ui_id: "t", version: "unknown", files: ["https://github.com/who/knows"] },
      404,
    ],
    ["nothing", 5, 500],
  ])("%s", async (_case, body, status) => {
    expect((await send(await start("3.x"), "manager/queue/install", body)).status).toBe(status);
  });

  it("replies with 403 and the text of the real ComfyUI-Manager at security level strong", async () => {
    const server = await start("3.x", { securityLevel: "strong" });
    const reply = await send(server, "manager/queue/install", { ...install, ui_id: "t" });
    expect([reply.status, await reply.text()]).toEqual([
      403,
      "A security error has occurred. Please check the terminal logs",
    ]);
  });
});

describe("4.x", () => {
  const task = (params: object = install) => ({ ui_id: "t-1", client_id: "me", kind: "install", params });

  it.each([
    ["4.2", "POST", 200],
    ["4.0", "GET", 400],
  ] as const)(
    "%s: runs a task, reports to its client only, and keeps a history",
    async (generation, method, status) => {
      const server = await start(generation);
      const [mine, other] = [await listen(server, "me"), await listen(server, "other")];
      expect((await send(server, "v2/manager/queue/task", task())).status).toBe(200);
      expect(await getJson(server, "v2/manager/queue/history?ui_id=t-1")).toEqual({ history: {} });
      await fetch(`${server.url}v2/manager/queue/start`, { method });
      const done = await mine.until(({ type }) => type === "cm-task-completed");
      expect(done.data).toMatchObject({
        ui_id: "t-1",
        result: "success",
        status: { status_str: "success", completed: true },
        state: { installed_packs: listedAs("1.0.0") },
      });
      await other.until(({ type, data }) => type === "cm-queue-status" && data["status"] === "all-done");
      expect(other.frames.map(({ type }) => type)).not.toContain("cm-task-completed");
      const history = await fetch(`${server.url}v2/manager/queue/history?ui_id=t-1`);
      expect(history.status).toBe(status);
      expect(await getJson(server, "v2/manager/queue/status?client_id=me")).toMatchObject({
        client_id: "me",
        total_count: 0,
        done_count: 1,
      });
      await Promise.all([mine.close(), other.close()]);
    },
  );

  it("queues a task that is not allowed, and reports `failed` only as its result", async () => {
    const server = await start("4.2", { loopback: false });
    expect((await send(server, "v2/manager/queue/task", task())).status).toBe(200);
    const socket = await listen(server, "me");
    await send(server, "v2/manager/queue/start");
    const done = await socket.until(({ type }) => type === "cm-task-completed");
    expect(done.data).toMatchObject({ result: "failed", status: { status_str: "error" } });
    await socket.close();
  });

  it.each([[{}], [{ ...task(), kind: "bake" }], [task({ id: "acme-nodes" })]])(
    "%j is rejected as a task",
    async (body) => {
      const server = await start("4.2");
      expect((await send(server, "v2/manager/queue/task", body)).status).toBe(400);
    },
  );

  it("with the legacy user interface: takes several tasks in one request, and returns the ids of refused ones", async () => {
    const server = await start("4.x-legacy");
    const socket = await listen(server, "me");
    const foreign = { ...install, id: "x", version: "unknown", files: ["https://github.com/who/knows"] };
    const body = {
      install: [
        { ...install, ui_id: "t-1" },
        { ...foreign, ui_id: "t-2" },
      ],
    };
    const reply = await send(server, "v2/manager/queue/batch", body);
    expect(await reply.json()).toEqual({ failed: ["x"] });
    const done = await socket.until(({ data }) => data["status"] === "batch-done");
    expect(done.data).toMatchObject({ nodepack_result: { "t-1": "success" } });
    await socket.close();
  });
});

describe("a restart", () => {
  it("sends no reply, resets sockets, and applies pending versions and classes", async () => {
    const server = await start("4.2", { packs: [{ ...acme, installed: { version: "1.0.0" } }] });
    const socket = await listen(server, "me");
    const latest = { ...install, selected_version: "latest" };
    await send(server, "v2/manager/queue/task", {
      ui_id: "t",
      client_id: "me",
      kind: "install",
      params: latest,
    });
    await send(server, "v2/manager/queue/start");
    await socket.until(({ type }) => type === "cm-task-completed");
    expect(await getJson(server, "v2/customnode/installed")).toEqual(listedAs("1.0.0"));
    const argv = async () =>
      ((await getJson(server, "system_stats")) as { system: { argv: string[] } }).system.argv;
    const before = await argv();
    await expect(send(server, "v2/manager/reboot")).rejects.toThrow();
    expect(await socket.closed).toBe(1006);
    await expect
      .poll(() =>
        fetch(server.url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect(await argv()).toEqual(before);
    expect(await getJson(server, "v2/customnode/installed?mode=imported")).toEqual(listedAs("2.0.0"));
    expect(await getJson(server, "v2/manager/queue/status")).toMatchObject({ done_count: 0 });
    expect(await getJson(server, "object_info/AcmeTone")).toMatchObject({
      AcmeTone: { python_module: "custom_nodes.acme-nodes" },
    });
  });
});

describe("invalid options", () => {
  it.each([
    [5, "/: is not an object"],
    [{ packs: [] }, "/generation: is missing; allowed: 3.x-get, 3.x, 4.0, 4.2, 4.x-legacy"],
    [{ generation: "5", packs: [] }, "/generation: found"],
    [{ generation: "4.2", packs: [], level: 1 }, "/level: is unknown"],
    [{ generation: "4.2", packs: [5] }, "/packs/0: is not an object"],
    [{ generation: "4.2", packs: [{}] }, "/packs/0: has no name"],
    [{ generation: "4.2", packs: [{ repository: "git@x:a/b" }] }, "/packs/0/repository: found"],
    [{ generation: "4.2", packs: [acme, { id: "Acme-Nodes" }] }, "/packs/1: has the name acme-nodes"],
    [
      { generation: "4.2", packs: [{ ...acme, installed: { version: "3" } }] },
      '/packs/0/installed/version: found "3"',
    ],
    [{ generation: "4.2", packs: [{ ...acme, classes: { A: { output: 1 } } }] }, "/packs/0/classes/A/output"],
  ])("%j", async (value, message) => {
    expect(() => readManager(value, ownClasses)).toThrow(InvalidManagerError);
    expect(() => readManager(value, ownClasses)).toThrow(message);
    await expect(startServer({ manager: value as never })).rejects.toThrow(message);
  });
});
