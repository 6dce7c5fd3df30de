// Tasks of a misbehaving Manager: lost, endless and silent tasks, and tasks without a result.

import { expect, test } from "vitest";
import type { Answer } from "../testing/fake-server.js";
import { openTestBackend, rejection } from "../testing/open-test-backend.js";
import { resultGraceMs, silenceTimeoutMs, taskTimeoutMs, pollMs } from "./run-task.js";

const pack = (ver: string, enabled = true) => ({
  "acme-nodes": { ver, cnr_id: "acme-nodes", aux_id: null, enabled },
});
const idle = { json: { total_count: 0, done_count: 1, is_processing: false } };
const busy = { json: { total_count: 1, done_count: 0, is_processing: true } };

/** A Manager 4.2 with one pack in its table; each reading of its list of installed packs returns the next of `lists`. */
async function openWithPacks(...lists: readonly object[]) {
  const { backend, server, clock } = await openTestBackend();
  server.answer("GET /api/v2/manager/version", { text: "V4.2.2" });
  server.answer("GET /api/v2/customnode/getmappings", {
    json: { "acme-nodes": [["A"], { title_aux: "Acme" }] },
  });
  server.answer("GET /api/object_info", { json: {} });
  // Each list is requested twice: as it is now, and as it was when the server started.
  const replies = lists.flatMap((list): readonly Answer[] => [{ json: list }, { json: list }]);
  server.answer("GET /api/v2/customnode/installed", ...replies);
  server.answer("POST /api/v2/manager/queue/task", { status: 200 });
  server.answer("POST /api/v2/manager/queue/start", { status: 200 });
  server.answer("GET /api/v2/manager/queue/status", idle);
  server.answer("GET /api/v2/manager/queue/history", { json: { history: {} } });
  const { extensions } = backend.facets;
  if (extensions === undefined) throw new Error("no facet");
  return { extensions, server, clock };
}
const wanted = { id: "acme-nodes", range: "*" };

test("a task has exactly these members, with the client id of the instance's socket", async () => {
  const { extensions, server, clock } = await openWithPacks({}, pack("1.0.0"));
  const done = extensions.install({ ...wanted, version: "1.0.0" });
  expect(await clock.nextTimer()).toBeGreaterThan(resultGraceMs);
  expect(await clock.nextTimer()).toBe(resultGraceMs);
  clock.fireTimers();
  expect(await done).toMatchObject({ version: "1.0.0" });
  const socket = server.received.find(({ path }) => path.startsWith("/api/ws"));
  const task = server.received.find(({ path }) => path.endsWith("/queue/task"));
  expect(JSON.parse(task?.body ?? "")).toEqual({
    ui_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    client_id: new URL(socket?.path ?? "", "http://x").searchParams.get("clientId"),
    kind: "install",
    params: {
      id: "acme-nodes",
      version: "1.0.0",
      selected_version: "1.0.0",
      mode: "cache",
      channel: "default",
    },
  });
  const start = server.received.find(({ path }) => path.endsWith("/queue/start"));
  expect([start?.body, start?.headers["content-type"]]).toEqual(["", undefined]);
});

test("a task that left the queue without a result: the list shows that it has failed", async () => {
  const { extensions, clock } = await openWithPacks({}, {});
  const done = rejection(extensions.install(wanted));
  await clock.nextTimer();
  await clock.nextTimer();
  clock.fireTimers();
  expect(await done).toMatchObject({
    code: "EXTENSION_INSTALL_FAILED",
    details: { reason: expect.stringContaining("list") as string },
  });
});

test("a reported success is verified in the list", async () => {
  const { extensions, server } = await openWithPacks({}, {});
  server.answer("GET /api/v2/manager/queue/history", { json: { history: { result: "success" } } });
  expect((await rejection(extensions.install(wanted))).code).toBe("EXTENSION_INSTALL_FAILED");
});

test("a result on the socket ends the wait", async () => {
  const { extensions, server, clock } = await openWithPacks({}, pack("1.0.0"));
  server.answer("GET /api/v2/manager/queue/status", busy);
  const done = extensions.install(wanted);
  const { socket } = await server.socket();
  await clock.nextTimer();
  expect(await clock.nextTimer()).toBe(pollMs);
  const task = server.received.find(({ path }) => path.endsWith("/queue/task"));
  const { ui_id } = JSON.parse(task?.body ?? "") as { ui_id: string };
  const send = (data: unknown): void => {
    socket.send(JSON.stringify({ type: "cm-task-completed", data }));
  };
  send({ ui_id: "another task", result: "failed" });
  send({ ui_id, result: "success", kind: "install" });
  expect(await done).toMatchObject({ version: "1.0.0" });
});

test("the wait for a task ends after an hour", async () => {
  const { extensions, server, clock } = await openWithPacks({});
  server.answer("GET /api/v2/manager/queue/status", busy);
  const done = rejection(extensions.install(wanted));
  await clock.nextTimer();
  for (let time = 0; time < 2; time++) {
    await clock.nextTimer();
    clock.move(taskTimeoutMs / 2 + 1);
    clock.fireTimers();
  }
  expect(await done).toMatchObject({ code: "EXTENSION_TIMEOUT" });
});

test("a server that pip blocks may be silent for three minutes", async () => {
  const { extensions, server, clock } = await openWithPacks({}, pack("1.0.0"));
  server.answer("GET /api/v2/manager/queue/status", busy, { status: 503 }, { status: 503 }, idle);
  const done = extensions.install(wanted);
  await clock.nextTimer();
  for (let time = 0; time < 4; time++) {
    await clock.nextTimer();
    clock.move(silenceTimeoutMs / 2 - 1);
    clock.fireTimers();
  }
  expect(await done).toMatchObject({ version: "1.0.0" });
  server.answer("GET /api/v2/customnode/installed", { json: {} });
  server.answer("GET /api/v2/manager/queue/status", { status: 503 });
  const silent = rejection(extensions.install(wanted));
  await clock.nextTimer();
  for (let time = 0; time < 2; time++) {
    await clock.nextTimer();
    clock.move(silenceTimeoutMs);
    clock.fireTimers();
  }
  expect((await silent).code).toBe("BACKEND_REPLY");
});

test("a Manager that lacks an expected route is named with that route", async () => {
  const { extensions, server } = await openWithPacks({});
  server.answer("POST /api/v2/manager/queue/task", { status: 405 });
  expect(await rejection(extensions.install(wanted))).toMatchObject({
    code: "EXTENSION_MANAGER_REPLY",
    message: expect.stringContaining("/v2/manager/queue/task") as string,
  });
});

test("cancelling ends the wait", async () => {
  const { extensions, server, clock } = await openWithPacks({});
  server.answer("GET /api/v2/manager/queue/status", busy);
  const cancel = new AbortController();
  const done = extensions.install(wanted, { signal: cancel.signal });
  await clock.nextTimer();
  await clock.nextTimer();
  cancel.abort(new Error("enough"));
  await expect(done).rejects.toThrow("enough");
});

test("a result is reported as one line, truncated and without credentials", async () => {
  const { extensions, server } = await openWithPacks({}, {});
  const result = `first line\nclone of https://me:hunter2@example.org/a failed ${"x".repeat(900)}\n`;
  server.answer("GET /api/v2/manager/queue/history", { json: { history: { result } } });
  const { message } = await rejection(extensions.install(wanted));
  expect(message).toContain("clone of https://example.org/a failed xxx");
  expect(message).not.toContain("first line");
  expect(message.length).toBeLessThan(600);
});
