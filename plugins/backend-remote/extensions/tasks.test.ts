// Tasks of a Manager that does not answer as it should: lost, endless, silent, restarted, or without a socket.

import { expect, test } from "vitest";
import type { Answer } from "../peer.test.support.js";
import { opened, rejection } from "../remote.test.support.js";
import { graceMs, longestSilenceMs, longestTaskMs, pollMs } from "./tasks.js";

const pack = (ver: string, enabled = true) => ({
  "acme-nodes": { ver, cnr_id: "acme-nodes", aux_id: null, enabled },
});
const idle = { json: { total_count: 0, done_count: 1, is_processing: false } };
const busy = { json: { total_count: 1, done_count: 0, is_processing: true } };

/** A Manager of 4.2 with one pack in its table; `lists` are the replies of its listing, in turn. */
async function stage(...lists: readonly object[]) {
  const { backend, peer, clock } = await opened();
  peer.answer("GET /api/v2/manager/version", { text: "V4.2.2" });
  peer.answer("GET /api/v2/customnode/getmappings", {
    json: { "acme-nodes": [["A"], { title_aux: "Acme" }] },
  });
  peer.answer("GET /api/object_info", { json: {} });
  // Each list is read twice: as it is now, and as it was at the start.
  const replies = lists.flatMap((list): readonly Answer[] => [{ json: list }, { json: list }]);
  peer.answer("GET /api/v2/customnode/installed", ...replies);
  peer.answer("POST /api/v2/manager/queue/task", { status: 200 });
  peer.answer("POST /api/v2/manager/queue/start", { status: 200 });
  peer.answer("GET /api/v2/manager/queue/status", idle);
  peer.answer("GET /api/v2/manager/queue/history", { json: { history: {} } });
  const { extensions } = backend.facets;
  if (extensions === undefined) throw new Error("no facet");
  return { extensions, peer, clock };
}
const wanted = { id: "acme-nodes", range: "*" };

test("the exact members of a task, with the client id of our socket", async () => {
  const { extensions, peer, clock } = await stage({}, pack("1.0.0"));
  const done = extensions.install({ ...wanted, version: "1.0.0" });
  expect(await clock.pause()).toBeGreaterThan(graceMs);
  expect(await clock.pause()).toBe(graceMs);
  clock.elapse();
  expect(await done).toMatchObject({ version: "1.0.0" });
  const socket = peer.seen.find(({ path }) => path.startsWith("/api/ws"));
  const task = peer.seen.find(({ path }) => path.endsWith("/queue/task"));
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
  const start = peer.seen.find(({ path }) => path.endsWith("/queue/start"));
  expect([start?.body, start?.headers["content-type"]]).toEqual(["", undefined]);
});

test("a task that is gone from the queue, and never told of: the list says that nothing came of it", async () => {
  const { extensions, clock } = await stage({}, {});
  const done = rejection(extensions.install(wanted));
  await clock.pause();
  await clock.pause();
  clock.elapse();
  expect(await done).toMatchObject({
    code: "EXTENSION_INSTALL_FAILED",
    message: expect.stringContaining("its list shows no such change") as string,
  });
});

test("success is not believed: the list decides", async () => {
  const { extensions, peer } = await stage({}, {});
  peer.answer("GET /api/v2/manager/queue/history", { json: { history: { result: "success" } } });
  expect((await rejection(extensions.install(wanted))).code).toBe("EXTENSION_INSTALL_FAILED");
});

test("what the socket tells ends the wait", async () => {
  const { extensions, peer, clock } = await stage({}, pack("1.0.0"));
  peer.answer("GET /api/v2/manager/queue/status", busy);
  const done = extensions.install(wanted);
  const { socket } = await peer.socket();
  await clock.pause();
  expect(await clock.pause()).toBe(pollMs);
  const task = peer.seen.find(({ path }) => path.endsWith("/queue/task"));
  const { ui_id } = JSON.parse(task?.body ?? "") as { ui_id: string };
  const tell = (data: unknown): void => {
    socket.send(JSON.stringify({ type: "cm-task-completed", data }));
  };
  tell({ ui_id: "somebody else's", result: "failed" });
  tell({ ui_id, result: "success", kind: "install" });
  expect(await done).toMatchObject({ version: "1.0.0" });
});

test("an hour is too long", async () => {
  const { extensions, peer, clock } = await stage({});
  peer.answer("GET /api/v2/manager/queue/status", busy);
  const done = rejection(extensions.install(wanted));
  await clock.pause();
  for (let time = 0; time < 2; time++) {
    await clock.pause();
    clock.move(longestTaskMs / 2 + 1);
    clock.elapse();
  }
  expect(await done).toMatchObject({ code: "EXTENSION_TIMEOUT" });
});

test("a server that pip keeps busy may be silent for a while, and not for ever", async () => {
  const { extensions, peer, clock } = await stage({}, pack("1.0.0"));
  peer.answer("GET /api/v2/manager/queue/status", busy, { status: 503 }, { status: 503 }, idle);
  const done = extensions.install(wanted);
  await clock.pause();
  for (let time = 0; time < 4; time++) {
    await clock.pause();
    clock.move(longestSilenceMs / 2 - 1);
    clock.elapse();
  }
  expect(await done).toMatchObject({ version: "1.0.0" });
  peer.answer("GET /api/v2/customnode/installed", { json: {} });
  peer.answer("GET /api/v2/manager/queue/status", { status: 503 });
  const lost = rejection(extensions.install(wanted));
  await clock.pause();
  for (let time = 0; time < 2; time++) {
    await clock.pause();
    clock.move(longestSilenceMs);
    clock.elapse();
  }
  expect((await lost).code).toBe("BACKEND_REPLY");
});

test("a route that should be there and is not", async () => {
  const { extensions, peer } = await stage({});
  peer.answer("POST /api/v2/manager/queue/task", { status: 405 });
  expect(await rejection(extensions.install(wanted))).toMatchObject({
    code: "EXTENSION_MANAGER_REPLY",
    message: expect.stringContaining("/v2/manager/queue/task") as string,
  });
});

test("cancelled, the Manager goes on, and nobody waits", async () => {
  const { extensions, peer, clock } = await stage({});
  peer.answer("GET /api/v2/manager/queue/status", busy);
  const cancel = new AbortController();
  const done = extensions.install(wanted, { signal: cancel.signal });
  await clock.pause();
  await clock.pause();
  cancel.abort(new Error("enough"));
  await expect(done).rejects.toThrow("enough");
});

test("what the Manager says comes as one line, shortened and without credentials", async () => {
  const { extensions, peer } = await stage({}, {});
  const result = `first line\nclone of https://me:hunter2@example.org/a failed ${"x".repeat(900)}\n`;
  peer.answer("GET /api/v2/manager/queue/history", { json: { history: { result } } });
  const { message } = await rejection(extensions.install(wanted));
  expect(message).toContain("its Manager says: clone of https://example.org/a failed xxx");
  expect(message).not.toContain("first line");
  expect(message.length).toBeLessThan(600);
});
