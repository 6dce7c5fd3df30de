// Real programs: what they receive, what they write, and how they end.

import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, createTestFolder, settlePromises, silentLogger } from "@pictor/host/testing";
import { Programs } from "./runner.js";
import { listProcesses } from "./process-table.js";
import type { ProcessExit, RunOptions, RunningProcess } from "@pictor/kernel";

const node = process.execPath;
const isWindows = process.platform === "win32";
const logged: string[] = [];
const logger = { ...silentLogger, error: (line: string) => logged.push(line) };

let clock: ReturnType<typeof createFakeClock>;
let runner: Programs;
let folder: string;
beforeEach(() => {
  logged.length = 0;
  clock = createFakeClock();
  runner = new Programs(clock, logger);
  folder = createTestFolder();
});
afterEach(() => passing(runner.end()));

const code = (text: string, options?: RunOptions): RunningProcess => runner.run(node, ["-e", text], options);
const isAlive = (pid: number): boolean => listProcesses().some((entry) => entry.pid === pid);

/** Advances the clock until a promise settles. */
async function passing<T>(work: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const settled = work.finally(() => (state.isSettled = true));
  settled.catch(() => undefined);
  while (!state.isSettled) await clock.advance(10);
  return settled;
}
const ignoresTerm = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6);`;
const waits = `setInterval(() => {}, 1e6);`;

/** Starts a program that writes lines, and collects them. */
function talking(text: string, options: RunOptions = {}) {
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const started = code(text, {
    ...options,
    onLine: (line) => {
      lines.push(line);
      waiting.splice(0).forEach((wake) => wake());
    },
  });
  const said = async (count: number): Promise<readonly string[]> => {
    while (lines.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return lines;
  };
  return { ...started, said };
}

/** Milliseconds to wait for other processes on a busy machine. */
const patience = { timeout: 10_000 };

describe("a program", () => {
  it("ends with its exit code and its output", async () => {
    const { pid, ended } = code(`console.log("out"); console.error("err"); process.exitCode = 3`);
    expect(pid).toBeGreaterThan(0);
    const end = await ended;
    expect(end).toMatchObject({ kind: "exited", exitCode: 3 });
    expect(end.kind === "exited" && end.output.split("\n").sort()).toEqual(["", "err", "out"]);
  });

  it("receives its arguments without interpretation", async () => {
    const given = ["", "a b", "$(id)", "`id`", "*", "%PATH%", "a\"b'c\\", "ä 😀", "-x", "; exit 1", "a\nb"];
    const { ended } = runner.run(node, ["-p", "JSON.stringify(process.argv.slice(1))", "--", ...given]);
    const end = await ended;
    expect(end.kind === "exited" && JSON.parse(end.output)).toEqual(given);
  });

  it("receives its working directory, its input, and the host's environment with changes", async () => {
    process.env["PICTOR_TEST_HOST"] = "host";
    const text = `process.stdin.on("data", (part) => console.log(JSON.stringify([
      process.cwd(), String(part), process.env.PICTOR_TEST_NEW, process.env.PICTOR_TEST_HOST ?? "none", "PATH" in process.env])))`;
    const env = { PICTOR_TEST_NEW: "new", PICTOR_TEST_HOST: undefined };
    const end = await code(text, { cwd: folder, input: "in", env }).ended;
    delete process.env["PICTOR_TEST_HOST"];
    expect(end.kind === "exited" && JSON.parse(end.output)).toEqual([folder, "in", "new", "none", true]);
  });

  it("has an empty input by default, and need not read its input", async () => {
    expect(await code(`process.stdin.resume()`).ended).toMatchObject({ exitCode: 0 });
    expect(await code(``, { input: "x".repeat(1_000_000) }).ended).toMatchObject({ exitCode: 0 });
  });

  it("passes on its lines as they arrive", async () => {
    const { said, kill, ended } = talking(`process.stdout.write("10%\\r20%\\rdone\\n"); ${waits}`);
    expect(await said(3)).toEqual(["10%", "20%", "done"]);
    kill("SIGKILL");
    await passing(ended);
  });

  it("continues when a listener of its lines throws, which is logged once", async () => {
    const onLine = () => {
      throw new Error("broken");
    };
    expect(await code(`console.log("a\\nb")`, { onLine }).ended).toMatchObject({
      exitCode: 0,
      output: "a\nb\n",
    });
    expect(logged).toHaveLength(1);
  });

  it("writes into an open file", async () => {
    const handles = Array.from({ length: 12 }, (_, index) => openSync(join(folder, `${index}.log`), "a"));
    const outputTo = handles.at(-1) ?? -1;
    const end = await code(`console.log("out"); console.error("err")`, { outputTo }).ended;
    handles.forEach(closeSync);
    expect(end).toEqual({ kind: "exited", exitCode: 0, output: "" });
    expect(readFileSync(join(folder, "11.log"), "utf8")).toBe("out\nerr\n");
  });
});

describe("a program that cannot be started", () => {
  const ends = async (started: RunningProcess): Promise<ProcessExit> => {
    expect(started.pid).toBeUndefined();
    expect(started.kill("SIGTERM")).toBe(false);
    return started.ended;
  };

  it("is not found", async () => {
    const end = await ends(runner.run("pictor-no-such-program", ["secret"]));
    expect(end).toEqual({
      kind: "not-started",
      code: "ENOENT",
      reason: "pictor-no-such-program was not found",
    });
  });

  it.skipIf(isWindows)("lies in the current folder only, although PATH names that", async () => {
    writeFileSync(join(folder, "planted"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
    const end = await ends(runner.run("planted", [], { cwd: folder, env: { PATH: ".:" } }));
    expect(end).toMatchObject({ kind: "not-started", code: "ENOENT" });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  it("has no folder to run in", async () => {
    const cwd = join(folder, "none");
    expect(await ends(code("", { cwd }))).toMatchObject({
      kind: "not-started",
      code: "ENOENT",
      reason: `there is no folder ${cwd} to run it in`,
    });
  });

  it.skipIf(isWindows)("is not a program", async () => {
    const file = join(folder, "text.txt");
    writeFileSync(file, "text", { mode: 0o600 });
    expect(await ends(runner.run(file, []))).toMatchObject({ kind: "not-started", code: "EACCES" });
  });

  it.each<[string, string, readonly string[], RunOptions]>([
    ["its name", "no\0de", [], {}],
    ["an argument", node, ["-e", "secret\0"], {}],
    ["its folder", node, [], { cwd: "/\0" }],
    ["its environment", node, [], { env: { NAME: "secret\0" } }],
    ["a name in its environment", node, [], { env: { "NA\0ME": "secret" } }],
  ])("has a NUL in %s", async (_what, file, args, options) => {
    const end = await ends(runner.run(file, args, options));
    expect(end).toMatchObject({ kind: "not-started", code: "ERR_INVALID_ARG_VALUE" });
    expect(JSON.stringify(end)).not.toMatch(/secret|\\u0000/);
  });

  it("was cancelled before", async () => {
    expect(await ends(code("", { signal: AbortSignal.abort() }))).toMatchObject({ code: "ABORT_ERR" });
  });

  it("belongs to a plugin that was disposed", async () => {
    await runner.end();
    expect(await ends(code(""))).toMatchObject({ code: "ABORT_ERR", reason: "its plugin was disposed" });
  });
});

describe.skipIf(isWindows)("the end of a program", () => {
  it("by a signal is an outcome", async () => {
    const { said, kill, ended } = talking(`console.log("up"); ${waits}`);
    await said(1);
    expect(kill("SIGINT")).toBe(true);
    expect(await ended).toEqual({ kind: "killed", signal: "SIGINT", output: "up\n" });
    expect(kill("SIGINT")).toBe(false);
  });

  it("by its signal comes with SIGTERM", async () => {
    const stop = new AbortController();
    const text = `process.on("SIGTERM", () => process.exit(7)); console.log("up"); ${waits}`;
    const { said, ended, pid } = talking(text, { signal: stop.signal });
    await said(1);
    stop.abort();
    while (isAlive(pid ?? 0)) await settlePromises();
    expect(await passing(ended)).toMatchObject({ kind: "exited", exitCode: 7 });
  });

  it("comes with SIGKILL when it does not listen", async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, killAfterMs: 300 };
    const { said, ended } = talking(`${ignoresTerm} console.log("up")`, options);
    await said(1);
    stop.abort();
    expect(await passing(ended)).toMatchObject({ kind: "killed", signal: "SIGKILL" });
    expect(clock.now()).toBeGreaterThanOrEqual(300);
    expect(clock.pending()).toBe(0);
  });

  // The outer program starts one in its group, and one that leaves the group and ignores signals. Each writes its pid.
  const family = `
    const { spawn } = require("node:child_process");
    const one = (text, detached) => {
      const child = spawn(process.execPath, ["-e", text], { detached, stdio: ["ignore", "inherit", "ignore"] });
      return child;
    };
    one('console.log(process.pid); ${waits}', false);
    one('${ignoresTerm.replaceAll(`"`, `\\"`)} console.log(process.pid)', true);`;

  it("is the end of all that it started, also of what left its group", async () => {
    const stop = new AbortController();
    const { said, ended, pid } = talking(`${family} ${waits}`, { signal: stop.signal });
    const pids = (await said(2)).map(Number);
    expect(pids.every(isAlive)).toBe(true);
    stop.abort();
    await passing(ended);
    // The system removes the last traces of the descendants asynchronously.
    await expect.poll(() => [pid ?? 0, ...pids].filter(isAlive), patience).toEqual([]);
  });

  it("comes to all of them by one SIGKILL", async () => {
    const { said, ended, kill } = talking(`${family} ${waits}`);
    const pids = (await said(2)).map(Number);
    kill("SIGKILL");
    await passing(ended);
    while (pids.some(isAlive)) await clock.advance(10);
  });

  it("does not wait for what holds its output; that ends with the plugin", async () => {
    const text = `const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["-e", "console.log(process.pid); ${waits}"], { stdio: "inherit" });
      child.unref();
      process.stdin.once("data", () => process.exit(0));`;
    const lines: string[] = [];
    let started: RunningProcess | undefined;
    const first = new Promise<void>((resolve) => {
      const onLine = (line: string): void => {
        lines.push(line);
        resolve();
      };
      started = code(text, { input: "x", onLine });
    });
    await first;
    expect(await passing(started?.ended ?? Promise.reject(new Error()))).toMatchObject({ exitCode: 0 });
    const left = Number(lines[0]);
    expect(isAlive(left)).toBe(true);
    await passing(runner.end());
    await expect.poll(() => isAlive(left), patience).toBe(false);
  });

  it("comes with that of the plugin", async () => {
    const { said, ended } = talking(`${ignoresTerm} console.log("up")`);
    await said(1);
    await passing(runner.end());
    expect(await ended).toMatchObject({ kind: "killed", signal: "SIGKILL" });
    expect(process.listenerCount("exit")).toBe(exitListeners);
  });

  it("does not come with that of the plugin when it is detached", async () => {
    const file = join(folder, "server.log");
    const outputTo = openSync(file, "a");
    const { pid, ended, kill } = code(waits, { detached: true, outputTo });
    closeSync(outputTo);
    await runner.end();
    expect(isAlive(pid ?? 0)).toBe(true);
    expect(kill("SIGKILL")).toBe(true);
    expect(await ended).toMatchObject({ kind: "killed", signal: "SIGKILL" });
  });
});

const exitListeners = process.listenerCount("exit");
