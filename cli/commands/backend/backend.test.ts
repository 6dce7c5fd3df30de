// `pictor backend start`, `stop`, `restart`, `logs`, `status` and `list` for an instance that this machine can start.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Ticker } from "../../output/ticker.js";
import { fakeLifecycle, running, type FakeLifecycle } from "@pictor/host/testing";
import { createBackendFixture } from "../../testing/backend-fixture.js";
import { homePath } from "../../text/home-path.js";
import { startToKeepRunning } from "../generate/submit-detached.js";
import { runList } from "./list-backends.js";
import { runLogs } from "./print-logs.js";
import { runStatus } from "./show-status.js";
import { runStart } from "./start-backend.js";
import { runRestart, runStop } from "./stop-backend.js";
import { watchServer } from "./watch-server.js";
import { ending } from "../../testing/ending.js";

const fixtureWith = async (server: FakeLifecycle) => createBackendFixture({ lifecycle: server.facet });
const waiting = [{ promptId: "11111111-2222", state: "queued" as const, ahead: 0 }];

describe("start", () => {
  it("leaves the server running, and prints the command to stop it", async () => {
    const server = fakeLifecycle();
    const { run } = await fixtureWith(server);
    const { code, out, err } = await run((host) => runStart(host, "studio", {}));
    expect({ code, done: server.done }).toEqual({ code: 0, done: ["start, kept"] });
    expect(out).toContain("http://127.0.0.1:8188/");
    expect(err).toContain("Start the server");
    expect(err).toContain("pictor backend stop studio");
  });

  it("prints records for the steps and the state with --json", async () => {
    const { run } = await fixtureWith(fakeLifecycle());
    const { records } = await run((host) => runStart(host, "studio", {}), { json: true });
    expect(records).toMatchObject([
      { type: "step", step: "start", index: 0, count: 1 },
      { type: "result", status: "finished", lifecycle: { state: "running", pid: 4711 } },
    ]);
  });

  it("does nothing for a server that already runs", async () => {
    const server = fakeLifecycle(running);
    const { run } = await fixtureWith(server);
    const { code, err } = await run((host) => runStart(host, "studio", {}));
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("studio is already running");
  });

  it.each([
    ["nosuch", "`pictor backend install nosuch` creates the backend."],
    ["box", "box (plain) cannot be started or stopped from here"],
  ])("refuses %s: %s", async (name, message) => {
    const { run } = await fixtureWith(fakeLifecycle());
    expect(await run((host) => runStart(host, name, {}))).toMatchObject(ending(2, message));
  });

  it("refuses a server that can only be restarted", async () => {
    const { facet } = fakeLifecycle(running);
    const { run } = await createBackendFixture({ lifecycle: { state: facet.state, restart: facet.restart } });
    expect(await run((host) => runStart(host, "studio", {}))).toMatchObject(
      ending(2, "cannot be started from here"),
    );
  });

  it("ends with the error's exit code, and does not mark the failed step as done", async () => {
    const server = fakeLifecycle();
    const failing = { ...server.facet, start: () => Promise.reject(new Error("no port")) };
    const { run } = await createBackendFixture({ lifecycle: failing });
    const { code, err } = await run((host) => runStart(host, "studio", {}), { isTTY: true });
    expect(code).toBe(1);
    expect(err).not.toContain("✓");
  });
});

/** Ticks without a delay. */
const eager: Ticker = {
  now: () => 0,
  every(_ms, tick) {
    const again = setInterval(tick, 0);
    return () => clearInterval(again);
  },
};

describe("start --watch", () => {
  it("stops the server that it started on Ctrl-C", async () => {
    const server = fakeLifecycle();
    const { run } = await fixtureWith(server);
    const ctrlC = new AbortController();
    const starting = server.facet.start?.bind(server.facet);
    server.facet.start = async (options) => {
      await starting?.(options);
      setImmediate(() => ctrlC.abort(new DOMException("Interrupted", "AbortError")));
    };
    const { code, records } = await run((host) => runStart(host, "studio", { watch: true }), {
      json: true,
      signal: ctrlC.signal,
    });
    expect({ code, done: server.done }).toEqual({ code: 0, done: ["start", "stop"] });
    expect(records).toContainEqual({ type: "ready", url: "http://127.0.0.1:8188/" });
    expect(records.at(-1)).toMatchObject({ status: "finished", lifecycle: { state: "stopped" } });
  });

  it.each([
    [true, "import failed\nready\n"],
    [false, ""],
  ])("shows the log from the beginning if it started the server (%s)", async (isStartedHere, expected) => {
    const server = fakeLifecycle();
    server.lines.push("import failed", "ready");
    const { run } = await fixtureWith(server);
    const instance = { name: "studio", kind: "managed", origin: "configured" } as const;
    const watched = { instance, lifecycle: server.facet, found: running, isStartedHere };
    expect((await run((host) => watchServer(host, watched, eager))).out).toBe(expected);
  });

  it("leaves a server that ran before running on Ctrl-C", async () => {
    const server = fakeLifecycle(running);
    const { run } = await fixtureWith(server);
    const signal = AbortSignal.abort(new DOMException("Interrupted", "AbortError"));
    const instance = { name: "studio", kind: "managed", origin: "configured" } as const;
    const watched = { instance, lifecycle: server.facet, found: running, isStartedHere: false };
    const { code, err } = await run((host) => watchServer(host, watched), { signal });
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("studio keeps running.");
  });

  it("ends with exit code 0 if another program stops the server", async () => {
    const server = fakeLifecycle();
    const { run } = await fixtureWith(server);
    const instance = { name: "studio", kind: "managed", origin: "configured" } as const;
    const watched = { instance, lifecycle: server.facet, found: running, isStartedHere: true };
    const { code, err } = await run((host) => watchServer(host, watched, eager));
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(err).toContain("studio was stopped by another program.");
  });

  it("ends with exit code 3 if the server crashes", async () => {
    const server = fakeLifecycle({ state: "crashed", exitCode: 3, lastLines: ["boom"] });
    const { run } = await fixtureWith(server);
    const instance = { name: "studio", kind: "managed", origin: "configured" } as const;
    const watched = { instance, lifecycle: server.facet, found: running, isStartedHere: true };
    const { code, err } = await run((host) => watchServer(host, watched, eager));
    expect({ code, done: server.done }).toEqual({ code: 3, done: [] });
    expect(err).toContain("studio is down: crashed (exit code 3)");
  });
});

describe.each([
  ["stop", runStop, ["stop"]],
  ["restart", runRestart, ["restart"]],
] as const)("%s", (does, command, done) => {
  it("shows the jobs that would be lost, and asks", async () => {
    const server = fakeLifecycle(running);
    const { run, backend } = await fixtureWith(server);
    backend.prompts = waiting;
    const { code, questions } = await run((host) => command(host, "studio", {}), { answers: [does] });
    expect({ code, done: server.done }).toEqual({ code: 0, done });
    expect(questions[0]?.title).toContain("1 job is queued or running there");
    expect(questions[0]?.detail?.[1]).toContain("11111111");
  });

  it("changes nothing if declined", async () => {
    const server = fakeLifecycle(running);
    const { run, backend } = await fixtureWith(server);
    backend.prompts = waiting;
    const { code, err } = await run((host) => command(host, "studio", {}), { answers: ["leave it"] });
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(err).toMatch(/studio (keeps running|is not restarted)/);
  });

  it("needs --yes if nobody can be asked", async () => {
    const server = fakeLifecycle(running);
    const { run, backend } = await fixtureWith(server);
    backend.prompts = waiting;
    const { code, err } = await run((host) => command(host, "studio", {}));
    expect({ code, done: server.done }).toEqual({ code: 2, done: [] });
    expect(err).toContain("--yes");
    expect((await run((host) => command(host, "studio", { yes: true }))).code).toBe(0);
    expect(server.done).toEqual(done);
  });
});

it("stop succeeds for a server that does not run", async () => {
  const server = fakeLifecycle();
  const { run } = await fixtureWith(server);
  const { code, err } = await run((host) => runStop(host, "studio", {}));
  expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
  expect(err).toContain("studio is not running.");
});

it("stop clears the crash of a crashed server", async () => {
  const { run } = await fixtureWith(
    fakeLifecycle({ state: "crashed", exitCode: 1, lastLines: ["boom", "bang"] }),
  );
  const { out } = await run((host) => runStop(host, "studio", {}));
  expect(out).toBe("state  stopped\n");
});

it("restart starts a server that does not run, and leaves it running", async () => {
  const server = fakeLifecycle({ state: "crashed", lastLines: [] });
  const { run } = await fixtureWith(server);
  const { records } = await run((host) => runRestart(host, "studio", {}), { json: true });
  expect(server.done).toEqual(["start, kept"]);
  expect(records.at(-1)).toMatchObject({ lifecycle: { state: "running" } });
});

describe("logs", () => {
  const withLines = () => {
    const server = fakeLifecycle(running);
    server.lines.push("one", "two\u001b[31m", "three");
    return fixtureWith(server);
  };

  it("are refused for a server without a log, in words about logs", async () => {
    const { run } = await fixtureWith(fakeLifecycle());
    const { code, err } = await run((host) => runLogs(host, "box", {}));
    expect(code).toBe(2);
    expect(err).toContain("box (plain) has no server log that can be read from here.");
    expect(err).not.toContain("started");
  });

  it("prints the last lines, safe for a terminal", async () => {
    const { run } = await withLines();
    const { code, out } = await run((host) => runLogs(host, "studio", { lines: "2" }));
    expect({ code, out }).toEqual({ code: 0, out: "two\uFFFD[31m\nthree\n" });
  });

  it("prints records with --json", async () => {
    const { run } = await withLines();
    const { records } = await run((host) => runLogs(host, undefined, {}), { json: true });
    expect(records).toHaveLength(4);
    expect(records[2]).toEqual({ type: "log", line: "three" });
  });

  it("follows the log until Ctrl-C", async () => {
    const { run } = await withLines();
    const ctrlC = new AbortController();
    setImmediate(() => ctrlC.abort());
    const options = { follow: true, lines: "1" } as const;
    const { code, out } = await run((host) => runLogs(host, "studio", options), { signal: ctrlC.signal });
    expect({ code, out }).toEqual({ code: 0, out: "three\n" });
  });

  it("notes that there is no log yet", async () => {
    const { run } = await fixtureWith(fakeLifecycle());
    const { code, out, err } = await run((host) => runLogs(host, "studio", {}));
    const note = "studio has no log yet; its first start creates one.";
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: `${note}\n` });
    const { records } = await run((host) => runLogs(host, "studio", {}), { json: true });
    expect(records).toMatchObject([{ type: "result", status: "finished", notes: [note] }]);
  });

  it("names the installation's log for an unfinished installation", async () => {
    const { facet } = fakeLifecycle({ state: "absent", reason: "its installation has ended early" });
    const { run, backend, folder } = await createBackendFixture({ lifecycle: facet });
    const none = () => Promise.reject(new Error("not in this test"));
    const logFile = join(folder, "install.log");
    backend.facets = { lifecycle: facet, installation: { logFile, plan: none, install: none, update: none } };
    expect((await run((host) => runLogs(host, "studio", {}))).err).not.toContain("install.log");
    writeFileSync(logFile, "pip\n");
    const { err } = await run((host) => runLogs(host, "studio", {}));
    expect(err).toContain(`The log of its installation is ${homePath(logFile)}.`);
  });
});

describe("a detached generation", () => {
  const detach = async (server: FakeLifecycle) => {
    const { run } = await fixtureWith(server);
    return run(async (host) => {
      const { backend } = await host.kernel.openBackend("studio");
      await startToKeepRunning(host, await backend.info(), backend);
      return 0;
    });
  };

  it("starts a server that keeps running, and prints the command to stop it", async () => {
    const server = fakeLifecycle();
    const { err } = await detach(server);
    expect(server.done).toEqual(["start, kept"]);
    expect(err).toContain("pictor backend stop studio");
  });

  it("does not touch a running server, and warns if another program will stop it", async () => {
    const kept = fakeLifecycle(running);
    expect((await detach(kept)).err).toBe("");
    const { err } = await detach(fakeLifecycle({ ...running, owner: "other" }));
    expect(err).toContain("Another program has started studio");
    expect(kept.done).toEqual([]);
  });
});

describe("status", () => {
  it.each([
    ["running", running, /started +left running[^]*pid +4711/],
    [
      "crashed",
      { state: "crashed", signal: "SIGKILL", lastLines: ["a", "b"] },
      /ended by SIGKILL[^]*last lines +a/,
    ],
  ] as const)("shows an instance that is %s, and starts nothing", async (_name, state, text) => {
    const server = fakeLifecycle(state);
    const { run } = await fixtureWith(server);
    const { code, out } = await run((host) => runStatus(host, "studio"));
    expect({ code, done: server.done }).toEqual({ code: 0, done: [] });
    expect(out).toMatch(text);
  });

  it("names the command to install an instance that is not installed", async () => {
    const { facet } = fakeLifecycle({ state: "absent", reason: "a part" });
    const none = () => Promise.reject(new Error("not in this test"));
    const installation = { plan: none, install: none, update: none };
    const { run } = await createBackendFixture({ lifecycle: facet, installation });
    expect((await run((host) => runStatus(host, "studio"))).err).toContain("pictor backend install studio");
    const { err } = await run((host) => runStatus(host, "nosuch"));
    expect(err).toContain("`pictor backend install nosuch` creates the backend.");
    expect((await run((host) => runStatus(host, "no such"))).err).not.toContain("creates the backend");
  });
});

describe("list", () => {
  it("shows states, and starts nothing", async () => {
    const server = fakeLifecycle({ state: "crashed", exitCode: 1, lastLines: [] });
    const { run } = await fixtureWith(server);
    const { out } = await run(runList);
    expect(out).toMatch(
      /NAME +KIND +ORIGIN +AUTH +STATE\n\* +studio +managed +configured +crashed \(exit code 1\)/,
    );
    expect(server.done).toEqual([]);
  });

  it("lists instances whose state cannot be read", async () => {
    const server = fakeLifecycle();
    const broken = { ...server.facet, state: () => Promise.reject(new Error("no")) };
    const { run } = await createBackendFixture({ lifecycle: broken });
    const { code, out } = await run(runList);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/ORIGIN +AUTH\n/) });
  });
});
