// `pictor worker` as a process: its health address, and its signals. The queue is a plugin of the project.

import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestFolder, manifestOf, userVariables } from "@pictor/host/testing";
import { commandLine } from "../../testing/command-line.js";

const manifest = manifestOf("backend-line", "backend", {
  title: "Line",
  contributes: { backends: [{ id: "line", title: "Line", settings: { type: "object", properties: {} } }] },
});
const code = `
import { existsSync } from "node:fs";
const missing = () => Promise.reject(new Error("not used"));
const work = (backend, { drain, signal, report }) => new Promise((resolve, reject) => {
  report({ type: "ready" });
  report({ type: "began", promptId: "p1", owner: "anna" });
  drain.addEventListener("abort", () => {
    report({ type: "draining", running: 1 });
    const timer = setInterval(() => {
      if (!existsSync("end")) return;
      clearInterval(timer);
      report({ type: "ended", promptId: "p1", as: "succeeded", durationMs: 500 });
      resolve();
    }, 20);
    signal.addEventListener("abort", () => { clearInterval(timer); reject(signal.reason); });
  });
});
const backend = {
  ...Object.fromEntries(["info", "catalog", "events", "submit", "cancel", "state", "prompts", "fetchSubmission",
    "upload"].map((name) => [name, missing])),
  fetchOutput: missing, close: () => Promise.resolve(), facets: { work: { work } },
};
export default () => ({ provides: { backends: { line: { open: () => Promise.resolve(backend) } } } });
`;

let folder: string;
let child: ChildProcess;
beforeEach(() => {
  folder = createTestFolder({ "plugins/line/plugin.json": manifest, "plugins/line/index.js": code });
  const backends = { farm: { kind: "line" }, studio: { kind: "embedded" } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ pluginDirectories: ["plugins"], backends }));
});
afterEach(() => void child.kill("SIGKILL"));

/** Starts the command, and resolves to its records; `next` waits for the one with this event. */
function start() {
  const words = ["worker", "--backend", "studio", "--queue", "farm", "--name", "gpu-1", "--json"];
  child = spawn(process.execPath, [...[...commandLine, ...words, "--health", "127.0.0.1:0"]], {
    cwd: folder,
    env: { ...process.env, PICTOR_TRUST: "1", ...userVariables(folder) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (event: string): Promise<Readonly<Record<string, unknown>>> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`the command ended before ${event}`);
      const record = JSON.parse(value) as Readonly<Record<string, unknown>>;
      if (record["event"] === event || record["type"] === event) return record;
    }
  };
  return { ended, next };
}

it("serves its health address, and drains with the first signal", async () => {
  const { ended, next } = start();
  const { url } = await next("listening");
  await next("began");
  const read = async (path: string) => {
    const reply = await fetch(new URL(path, String(url)));
    return [reply.status, await reply.text()] as const;
  };
  expect(await read("healthz")).toEqual([200, "The worker runs.\n"]);
  expect(await read("readyz")).toEqual([200, "The worker takes prompts.\n"]);
  const [status, text] = await read("metrics");
  expect([status, text.includes("\npictor_worker_running 1\n")]).toEqual([200, true]);
  child.kill("SIGTERM");
  await next("draining");
  expect((await read("readyz"))[0]).toBe(503);
  writeFileSync(join(folder, "end"), "");
  expect(await next("ended")).toMatchObject({ promptId: "p1", as: "succeeded" });
  expect(await next("result")).toMatchObject({ status: "finished", exitCode: 0 });
  expect(await ended).toBe(0);
});

it("ends at once with the second signal", async () => {
  const { ended, next } = start();
  await next("began");
  child.kill("SIGINT");
  await next("draining");
  child.kill("SIGTERM");
  await next("stopped");
  expect(await next("result")).toMatchObject({ status: "interrupted", exitCode: 130 });
  expect(await ended).toBe(130);
});
