// Starting, stopping, restarting, updating and installing servers over the API, with a backend in memory.

import { afterEach, describe, expect, it } from "vitest";
import { type BackendFacets, type InstallStep } from "@pictor/kernel";
import {
  fakeBackendKinds,
  fakeLifecycle,
  running,
  type FakeBackend,
  type FakeLifecycle,
} from "@pictor/host/testing";
import type { ServerOptions } from "../index.js";
import { followOperations, type OperationsClient } from "../testing/operations-client.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
afterEach(() => test.close());

interface Stage {
  readonly backend: FakeBackend;
  readonly client: OperationsClient;
}

async function stage(
  facets: BackendFacets,
  options: Partial<Pick<ServerOptions, "clock">> = {},
): Promise<Stage> {
  const backend: FakeBackend = { facets, prompts: [], catalog: new Map(), opened: [] };
  test = await startTestServer({
    builtins: "none",
    sources: [fakeBackendKinds(backend)],
    configuration: { backends: { studio: { kind: "managed" }, box: { kind: "plain" } } },
    ...options,
  });
  return { backend, client: await followOperations(test) };
}
const withServer = (server: FakeLifecycle, options = {}) => stage({ lifecycle: server.facet }, options);
const waiting = [{ promptId: "11111111-2222", state: "queued" as const, record: { workflow: "txt2img" } }];
const codeOf = async (path: string) => {
  const reply = await test.call("POST", path, { body: {} });
  return [reply.status, reply.json()["code"]];
};

describe("start", () => {
  it("is an operation with steps, and leaves the server running", async () => {
    const server = fakeLifecycle();
    const { client } = await withServer(server);
    const started = await client.begin("/v1/backends/studio/start");
    expect(started).toMatchObject({
      kind: "backend.start",
      target: { kind: "backend", name: "studio" },
      title: "Start studio",
      state: "running",
      owner: "pictor serve",
    });
    expect(await client.ended(started)).toMatchObject({
      state: "finished",
      log: ["Start the server"],
      progress: { step: "Start the server" },
      result: { outcome: "started", server: { state: "running", url: "http://127.0.0.1:8188/" } },
    });
    expect(server.done).toEqual(["start, kept"]);
    const again = await client.run("/v1/backends/studio/start");
    expect(again.result).toMatchObject({ outcome: "already running" });
  });

  it("ends the server with this one if it is not to be kept", async () => {
    const server = fakeLifecycle();
    const { client } = await withServer(server);
    await client.run("/v1/backends/studio/start", { keep: false });
    expect(server.done).toEqual(["start"]);
  });

  it("is refused for a server that cannot be started from here, and for an unknown one", async () => {
    const { facet } = fakeLifecycle(running);
    await stage({ lifecycle: { state: facet.state, restart: facet.restart } });
    expect(await codeOf("/v1/backends/studio/start")).toEqual([422, "BACKEND_CANNOT"]);
    expect(await codeOf("/v1/backends/studio/stop")).toEqual([422, "BACKEND_CANNOT"]);
    expect(await codeOf("/v1/backends/box/start")).toEqual([422, "BACKEND_CANNOT"]);
    expect(await codeOf("/v1/backends/none/start")).toEqual([404, "API_THING_UNKNOWN"]);
    expect((await test.call("GET", "/v1/operations")).json()).toEqual({ operations: [] });
  });
});

/** A start that lasts until its signal is aborted. */
function endless() {
  const server = fakeLifecycle();
  const seen = { isAborted: false };
  server.facet.start = ({ signal, progress } = {}) =>
    new Promise((_resolve, reject) => {
      progress?.({ step: "wait", title: "Wait", index: 0, count: 2, fraction: 0.5, line: "still waiting" });
      signal?.addEventListener("abort", () => {
        seen.isAborted = true;
        reject(signal.reason as Error);
      });
    });
  return { server, seen };
}

describe("an operation in the middle", () => {
  it("is cancelled by its owner", async () => {
    const { server, seen } = endless();
    const { client } = await withServer(server);
    const operation = await client.begin("/v1/backends/studio/start");
    const status = (await test.call("GET", "/v1/backends/studio/status")).json();
    expect(status).toMatchObject({
      server: { state: "stopped" },
      actions: ["start", "stop", "restart", "logs"],
      operation: {
        id: operation.id,
        progress: { step: "1 of 2: Wait", fraction: 0.5, line: "still waiting" },
      },
    });
    const reply = await test.call("POST", `/v1/operations/${operation.id}/cancel`, { body: {} });
    expect(reply.status).toBe(202);
    expect(await client.ended(operation)).toMatchObject({ state: "cancelled", by: "caller" });
    expect(seen.isAborted).toBe(true);
  });

  it("keeps other changes of the same backend away", async () => {
    const { client } = await withServer(endless().server);
    const [first, second] = await Promise.all([
      test.call("POST", "/v1/backends/studio/start", { body: {} }),
      test.call("POST", "/v1/backends/studio/start", { body: {} }),
    ]);
    const [won, lost] = first.status === 202 ? [first, second] : [second, first];
    expect([won.status, lost.status, lost.json()["code"]]).toEqual([202, 409, "API_OPERATION_RUNNING"]);
    expect(lost.json()["details"]).toMatchObject({ operationId: won.json()["id"], title: "Start studio" });
    for (const [method, path] of [
      ["PUT", "/v1/backends/studio"],
      ["DELETE", "/v1/backends/studio"],
      ["POST", "/v1/backends/studio/stop"],
    ] as const) {
      const reply = await test.call(method, path, method === "DELETE" ? {} : { body: { kind: "managed" } });
      // `kind` is no member of the body of stop.
      expect([path, reply.status]).toEqual([path, path.endsWith("stop") ? 422 : 409]);
    }
    expect((await codeOf("/v1/backends/studio/stop"))[1]).toBe("API_OPERATION_RUNNING");
    client.events.close();
  });
});

describe.each([
  ["stop", "stopped"],
  ["restart", "restarted"],
])("%s", (verb, outcome) => {
  const path = `/v1/backends/studio/${verb}`;
  const withJobs = async (options = {}) => {
    const server = fakeLifecycle(running);
    const found = await withServer(server, options);
    found.backend.prompts = waiting;
    return { ...found, server };
  };

  it("asks whether jobs may be lost; another administrator may answer", async () => {
    const { client, server } = await withJobs();
    const operation = await client.begin(path);
    const question = await client.question(operation);
    expect(question).toMatchObject({
      kind: "choice",
      title: expect.stringContaining("1 job is queued or running there") as unknown,
      detail: ["11111111-2222 queued (txt2img)"],
      choices: [
        { id: "yes", text: verb },
        { id: "no", text: "leave it" },
      ],
      safeChoice: "no",
    });
    const { token } = await test.createToken("root", ["admin"]);
    expect(await client.answer(question, { choice: "yes" }, { token })).toBe(200);
    expect((await client.ended(operation)).result).toMatchObject({ outcome });
    expect(server.done).toEqual([verb]);
  });

  it("changes nothing when a person says no, and a token without admin cannot answer", async () => {
    const { client, server } = await withJobs();
    const operation = await client.begin(path);
    const question = await client.question(operation);
    const { token } = await test.createToken("eve", ["generate"]);
    expect(await client.answer(question, { choice: "yes" }, { token })).toBe(403);
    expect(await client.answer(question, { choice: "no" })).toBe(200);
    expect((await client.ended(operation)).result).toMatchObject({ outcome: "declined" });
    expect(server.done).toEqual([]);
  });

  it("is cancelled while it asks, and not declined", async () => {
    const { client, server } = await withJobs();
    const operation = await client.begin(path);
    await client.question(operation);
    await test.call("POST", `/v1/operations/${operation.id}/cancel`, { body: {} });
    expect((await client.ended(operation)).state).toBe("cancelled");
    expect((await test.call("GET", "/v1/questions")).json()).toEqual({ questions: [] });
    expect(server.done).toEqual([]);
  });

  it("asks nothing if the request says that a person has agreed", async () => {
    const { client, server } = await withJobs();
    expect((await client.run(path, { confirmed: true })).result).toMatchObject({ outcome });
    expect(server.done).toEqual([verb]);
  });
});

describe("an installation", () => {
  const step = (id: string, state: InstallStep["state"], more: Partial<InstallStep> = {}): InstallStep => ({
    id,
    title: `Do ${id}`,
    detail: [`run ${id}`],
    state,
    ...more,
  });
  function installation(...steps: readonly InstallStep[]) {
    let plan = steps;
    const calls: string[] = [];
    const failures: Error[] = [];
    const facet: NonNullable<BackendFacets["installation"]> = {
      logFile: "/logs/install.log",
      plan: () => Promise.resolve(plan),
      install() {
        calls.push("install");
        const failure = failures.shift();
        if (failure !== undefined) return Promise.reject(failure);
        plan = plan.map((one) => ({ ...one, state: "done" }));
        return Promise.resolve();
      },
      update({ version } = {}) {
        calls.push(`update ${version ?? ""}`);
        return Promise.resolve({ from: "v0.3.0", to: version ?? "v0.4.0" });
      },
    };
    return { facet, calls, failures };
  }

  it("shows its plan, asks with the pending steps, and runs them", async () => {
    const { facet, calls } = installation(step("clone", "done"), step("pip", "pending"));
    const { client } = await stage({ installation: facet });
    const plan = await test.call("GET", "/v1/backends/studio/install-plan");
    expect(plan.json()).toMatchObject({ isComplete: false, steps: [{ id: "clone" }, { id: "pip" }] });
    const operation = await client.begin("/v1/backends/studio/install");
    const question = await client.question(operation);
    expect(question).toMatchObject({ detail: ["Do pip"], choices: [{ text: "install" }, {}] });
    await client.answer(question, { choice: "yes" });
    expect((await client.ended(operation)).result).toEqual({ outcome: "installed" });
    expect((await client.run("/v1/backends/studio/install")).result).toEqual({
      outcome: "installed already",
    });
    expect(calls).toEqual(["install"]);
  });

  it("is updated to a version", async () => {
    const { facet, calls } = installation();
    const { client } = await stage({ installation: facet });
    const operation = await client.run("/v1/backends/studio/update", { to: "v0.5.0" });
    expect(operation.result).toEqual({ outcome: "updated", from: "v0.3.0", to: "v0.5.0" });
    expect(calls).toEqual(["update v0.5.0"]);
    expect(await codeOf("/v1/backends/box/update")).toEqual([422, "BACKEND_CANNOT"]);
  });
});
