// What a worker says about its server: that it is gone, and that it is back, each once.

import { expect, test } from "vitest";
import { fault, type BackendInfo, type WorkEvent } from "@pictor/kernel/plugin";
import type { WorkerRecord } from "../../protocol/worker-record.js";
import { watchServer } from "./server-watch.js";

const refused = fault("BACKEND_UNREACHABLE", { url: "http://127.0.0.1:8188/api/prompt", reason: "refused" });
const info = { title: "ComfyUI" } as BackendInfo;

function watch() {
  const events: WorkEvent[] = [];
  let record = { name: "gpu-1", state: "unchecked" } as WorkerRecord;
  let asked = 0;
  const presence = { change: (edit: (before: WorkerRecord) => WorkerRecord) => (record = edit(record)) };
  const server = watchServer({
    worker: "gpu-1",
    presence,
    report: (event) => events.push(event),
    askAgain: () => asked++,
  });
  return { server, record: () => record, said: () => events.splice(0), asked: () => asked };
}
const gone = [
  { type: "warning", problem: { code: "QUEUE_SERVER_UNREACHABLE" } },
  { type: "server", state: "unreachable" },
];

test("a server that answers from the beginning is nothing to tell", () => {
  const { server, record, said } = watch();
  server.found({ info });
  expect([said(), record()]).toEqual([[], { name: "gpu-1", state: "ready", title: "ComfyUI" }]);
});

test("a server that refuses a prompt, and then the question for its state, is one warning", () => {
  const { server, record, said } = watch();
  server.found({ info });
  server.lost(refused);
  server.lost(refused);
  expect(said()).toMatchObject(gone);
  expect(record()).toMatchObject({ state: "unreachable", reason: refused.what });
});

test("its return is told, and the record no longer says why it was gone", () => {
  const { server, record, said } = watch();
  server.lost(refused);
  said();
  server.found({ info });
  server.found({ info });
  expect(said()).toEqual([{ type: "server", state: "ready" }]);
  expect(record()).not.toHaveProperty("reason");
  server.lost(refused);
  expect(said()).toMatchObject(gone);
});

test("a server whose connection is lost is asked again, even while no prompt runs: it may have other nodes", () => {
  const { server, said, asked } = watch();
  server.found({ info });
  server.heard({ type: "connection", state: "open" });
  server.heard({ type: "status", queueRemaining: 0 });
  expect(asked()).toBe(0);
  server.heard({ type: "connection", state: "lost" });
  expect([asked(), said()]).toEqual([1, []]);
});
