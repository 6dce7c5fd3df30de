// The settings of backends over the API: written into a file, checked, and in use at once. And the logs of servers.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient } from "@pictor/client";
import {
  fakeBackendKinds,
  fakeLifecycle,
  patience,
  running,
  type FakeBackend,
  listen,
} from "@pictor/host/testing";
import { startTestServer, type TestServer } from "../testing/start-server.js";
import { readLogPage } from "./backend-logs.js";

let test: TestServer;
afterEach(() => test.close());

async function stage(facets: FakeBackend["facets"] = {}): Promise<FakeBackend> {
  const backend: FakeBackend = { facets, prompts: [], catalog: new Map(), opened: [] };
  const sources = [fakeBackendKinds(backend)];
  test = await startTestServer({ builtins: "none", sources });
  return backend;
}
const put = (name: string, body: object) => test.call("PUT", `/v1/backends/${name}`, { body });
const saved = (): unknown => JSON.parse(readFileSync(join(test.folder, "pictor.json"), "utf8"));

describe("a backend that does not answer", () => {
  const defaultName = async () => (await test.call("GET", "/v1/backends")).json()["default"];
  const settings = { kind: "remote", baseUrl: "127.0.0.1:1" };

  it("is tested before it is saved, with an address without a scheme", async () => {
    test = await startTestServer();
    const tested = await test.call("POST", "/v1/backends/test", { body: settings });
    expect(tested.json()).toMatchObject({ isReachable: false, error: { code: "BACKEND_UNREACHABLE" } });
    expect(saved).toThrow();
    const embedded = await test.call("POST", "/v1/backends/test", { body: { kind: "embedded" } });
    expect(embedded.json()).toMatchObject({
      isReachable: true,
      info: { title: expect.any(String) as string },
    });
  });

  it("is tested with the variables of the environment, as it is used", async () => {
    test = await startTestServer({
      configuration: { environment: "lab", environments: { lab: { port: "1" } } },
    });
    const body = { kind: "remote", baseUrl: "http://127.0.0.1:{{port}}" };
    const tested = await test.call("POST", "/v1/backends/test", { body });
    expect(tested.json()).toMatchObject({ isReachable: false, error: { code: "BACKEND_UNREACHABLE" } });
  });

  it("beside a default of the configuration changes nothing about that", async () => {
    test = await startTestServer();
    await put("own", { kind: "embedded" });
    expect(await defaultName()).toBe("own");
    await put("studio", settings);
    expect(await defaultName()).toBe("own");
    expect(saved()).toEqual({
      backends: { own: { kind: "embedded" }, studio: { ...settings, baseUrl: "http://127.0.0.1:1" } },
    });
  });

  it("does not become the default by itself, and does when it is chosen", async () => {
    test = await startTestServer();
    const before = await defaultName();
    expect(before).toBeTypeOf("string");
    await put("studio", settings);
    expect(await defaultName()).toBe(before);
    expect(saved()).toEqual({
      backend: before,
      backends: { studio: { ...settings, baseUrl: "http://127.0.0.1:1" } },
    });
    const chosen = await test.call("PUT", "/v1/backends/studio/default", { body: {} });
    expect(chosen.json()).toEqual({ file: join(test.folder, "pictor.json") });
    expect(await defaultName()).toBe("studio");
    await test.call("DELETE", "/v1/backends/studio");
    expect(saved()).toEqual({});
    expect(await defaultName()).toBe(before);
    expect((await test.call("PUT", "/v1/backends/none/default", { body: {} })).status).toBe(404);
  });
});

it("a backend whose server hangs is not the default if the client does not wait for its answer", async () => {
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const hanging = createServer(() => asked());
  const { origin: baseUrl, close } = await listen(hanging);
  onTestFinished(close);
  test = await startTestServer();
  const names = async () => (await test.call("GET", "/v1/backends")).json();
  const before = (await names())["default"];
  const { calls } = createClient({ url: test.server.url, token: test.server.token });
  const leaving = new AbortController();
  const body = { kind: "remote", baseUrl };
  const saving = calls.saveBackend({ params: { name: "stuck" }, body, signal: leaving.signal });
  await isAsked;
  leaving.abort();
  await expect(saving).rejects.toThrow();
  await vi.waitFor(async () => {
    expect(await names()).toMatchObject({
      default: before,
      backends: expect.arrayContaining([expect.objectContaining({ name: "stuck" })]) as unknown,
    });
  }, patience);
});

describe("the settings of a backend", () => {
  it("are written, read and removed, and are in use at once", async () => {
    const backend = await stage({ lifecycle: fakeLifecycle().facet });
    const settings = { kind: "managed", launch: { port: 9000 } };
    const created = await put("studio", settings);
    expect(created.json()).toEqual({
      backend: { name: "studio", kind: "managed", origin: "configured" },
      file: join(test.folder, "pictor.json"),
    });
    expect(saved()).toEqual({ backends: { studio: settings } });
    expect((await test.call("GET", "/v1/backends/studio/settings")).json()).toEqual(settings);
    expect((await test.call("GET", "/v1/backends")).json()).toMatchObject({ default: "studio" });
    await put("studio", { kind: "managed", launch: { port: 9001 } });
    await test.call("GET", "/v1/backends/studio/status");
    expect(backend.opened.map(({ launch }) => launch)).toEqual([{ port: 9000 }, { port: 9001 }]);
    expect((await test.call("DELETE", "/v1/backends/studio")).status).toBe(200);
    expect(saved()).toEqual({});
    expect((await test.call("GET", "/v1/backends")).json()).toEqual({ backends: [] });
    expect((await test.call("DELETE", "/v1/backends/studio")).status).toBe(404);
  });

  it.each([
    ["a wrong value", "a", { kind: "managed", launch: { port: 70_000 } }, "SETTINGS_INVALID"],
    ["an unknown kind", "a", { kind: "manged" }, "BACKEND_KIND_UNKNOWN"],
    ["no kind", "a", {}, "API_INPUT_INVALID"],
  ])("are refused with %s, and nothing is written", async (_what, name, body, code) => {
    await stage();
    const reply = await put(name, body);
    expect([reply.status, reply.json()["code"]]).toEqual([422, code]);
    expect(saved).toThrow();
  });

  it("are refused with the path of each fault", async () => {
    await stage();
    const reply = await put("a", { kind: "managed", launch: { port: 70_000 }, install: { device: "tpu" } });
    expect(JSON.stringify(reply.json())).toContain("launch/port");
    expect(JSON.stringify(reply.json())).toContain("install/device");
  });

  it("of an instance that Pictor offers by itself cannot be removed", async () => {
    test = await startTestServer();
    expect(await test.codeOf("DELETE", "/v1/backends/embedded")).toEqual([409, "API_STATE_CONFLICT"]);
  });

  it("cannot be changed while a job runs on it", async () => {
    test = await startTestServer();
    const params = { prompt: "a kite", width: 64, height: 64, steps: 2000 };
    const body = { workflow: "txt2img", params, backend: "embedded" };
    const { id } = (await test.call("POST", "/v1/jobs", { body })).json() as { readonly id: string };
    const reply = await put("embedded", { kind: "embedded", seconds: 1 });
    expect([reply.status, reply.json()["code"]]).toEqual([409, "API_STATE_CONFLICT"]);
    await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
  });
});

describe("the prompts on a backend", () => {
  it("are listed, whoever has submitted them, and cancelled", async () => {
    const backend = await stage();
    await put("studio", { kind: "managed" });
    const record = { workflow: "txt2img", seed: 2n ** 63n };
    backend.prompts = [{ promptId: "p", state: "queued", ahead: 1, createdAt: 5.5, record: record as never }];
    expect((await test.call("GET", "/v1/backends/studio/prompts")).json()).toEqual({
      prompts: [
        {
          promptId: "p",
          state: "queued",
          ahead: 1,
          createdAtMs: 6,
          record: { workflow: "txt2img", seed: "9223372036854775808" },
        },
      ],
    });
  });

  it("are cancelled on the embedded server", async () => {
    test = await startTestServer();
    const reply = await test.call("POST", "/v1/backends/embedded/prompts/none/cancel", { body: {} });
    expect(reply.json()).toEqual({ outcome: "gone" });
  });
});

it("the catalog lists the node classes, with search and pages", async () => {
  test = await startTestServer();
  const path = "/v1/backends/embedded/catalog?search=ksampler&limit=1";
  const page = (await test.call("GET", path)).json() as {
    readonly classes: readonly object[];
    readonly cursor?: string;
  };
  expect(page).toMatchObject({ classes: [{ name: "KSampler", outputs: ["LATENT"] }], cursor: "1" });
  const all = (await test.call("GET", "/v1/backends/embedded/catalog?limit=500")).json();
  const names = (all["classes"] as { readonly name: string }[]).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(50);
  expect([all["total"], names]).toEqual([names.length, [...names].sort()]);
});

it("the catalog describes a class that it has, and no other", async () => {
  test = await startTestServer();
  const read = (name: string) => test.call("GET", `/v1/backends/embedded/catalog/${name}`);
  expect((await read("KSampler")).json()).toMatchObject({ name: "KSampler", isOutput: false });
  const unknown = await read("ksampler");
  expect([unknown.status, unknown.json()["code"]]).toEqual([404, "API_THING_UNKNOWN"]);
});

describe("the log of a server", () => {
  it("is read from the end, and goes on where the last reading ended", async () => {
    const server = fakeLifecycle(running);
    server.lines.push("one", "\u001b[31mtwo\u001b[0m\u0007");
    await stage({ lifecycle: server.facet });
    await put("studio", { kind: "managed" });
    const path = "/v1/backends/studio/logs";
    const first = (await test.call("GET", `${path}?tail=1`)).json();
    expect(first).toMatchObject({ lines: ["two"], isReset: false });
    server.lines.push("three");
    const second = (await test.call("GET", `${path}?since=${String(first["next"])}`)).json();
    expect(second).toMatchObject({ lines: ["three"], isReset: false });
    const third = (await test.call("GET", `${path}?since=${String(second["next"])}`)).json();
    expect(third).toMatchObject({ lines: [], next: second["next"], isReset: false });
    server.lines.splice(0, 3, "new");
    const fourth = (await test.call("GET", `${path}?since=${String(second["next"])}`)).json();
    expect(fourth).toMatchObject({ lines: ["new"], isReset: true });
    await put("box", { kind: "plain" });
    expect((await test.call("GET", "/v1/backends/box/logs")).json()["code"]).toBe("BACKEND_CANNOT");
  });

  it("says that lines are missing when more were written than a page has", async () => {
    await stage();
    async function* lines(...all: readonly string[]) {
      yield* await Promise.resolve(all);
    }
    const empty = await readLogPage(lines(), 2);
    expect(empty).toMatchObject({ lines: [], isReset: false });
    const next = await readLogPage(lines("a", "b"), 2, empty.next);
    expect(next).toMatchObject({ lines: ["a", "b"], isReset: false });
    const many = await readLogPage(lines("a", "b", "c", "d", "e"), 2, next.next);
    expect(many).toMatchObject({ lines: ["d", "e"], isReset: true });
    expect((await readLogPage(lines("a"), 2, "nonsense")).isReset).toBe(true);
  });

  it("contains no secret", async () => {
    const server = fakeLifecycle(running);
    await stage({ lifecycle: server.facet });
    await put("studio", { kind: "managed" });
    server.lines.push("token=hunter2-hunter2");
    // A part of a secret at the end of a line that is cut off is one, too.
    server.lines.push(`${"x".repeat(3_990)}hunter2-hunter2`);
    const { server: api } = test;
    await api.pictor.secrets.set("key", "hunter2-hunter2");
    const reply = await test.call("GET", "/v1/backends/studio/logs");
    expect(reply.bytes.toString()).not.toContain("hunter2");
  });
});
