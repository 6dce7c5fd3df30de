// `pictor backend start`, `stop`, `restart`, `logs`, `status` and `list` for an instance that this machine can start.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Ticker } from "../../output/ticker.js";
import { fakeLifecycle, running, type FakeLifecycle } from "@pictor/host/testing";
import { createBackendFixture, type RunOptions } from "../../testing/backend-fixture.js";
import type { CommandHost } from "../../session/command-host.js";
import type { ExitCode } from "../../base/exit-codes.js";
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
/** Runs a command for this server, and says what it has done to the server. */
async function ran(
  server: FakeLifecycle,
  command: (host: CommandHost) => Promise<ExitCode>,
  options: RunOptions = {},
  jobs = 0,
) {
  const { run, backend } = await fixtureWith(server);
  backend.prompts = [{ promptId: "11111111-2222", state: "queued" as const, ahead: 0 }].slice(0, jobs);
  return { ...(await run(command, options)), done: server.done };
}
const start = (host: CommandHost) => runStart(host, "studio", {});

describe("start", () => {
  it("leaves the server running, and prints the command to stop it", async () => {
    const { code, out, err, done } = await ran(fakeLifecycle(), start);
    expect({ code, done }).toEqual({ code: 0, done: ["start, kept"] });
    expect(out).toContain("http://127.0.0.1:8188/");
    expect(err).toMatch(/Start the server[^]*pictor backend stop studio/);
  });

  it("prints records for the steps and the state with --json", async () => {
    expect((await ran(fakeLifecycle(), start, { json: true })).records).toMatchObject([
      { type: "step", step: "start", index: 0, count: 1 },
      { type: "result", status: "finished", lifecycle: { state: "running", pid: 4711 } },
    ]);
  });

  it("does nothing for a server that already runs", async () => {
    const told = await ran(fakeLifecycle(running), start);
    expect(told).toMatchObject({ ...ending(0, "studio is already running"), done: [] });
  });

  it.each([
    ["nosuch", "`pictor backend install nosuch` creates the backend."],
    ["box", "box (plain) cannot be started or stopped from here"],
  ])("refuses %s: %s", async (name, message) => {
    const refused = await ran(fakeLifecycle(), (host) => runStart(host, name, {}));
    expect(refused).toMatchObject(ending(2, message));
  });

  it("refuses a server that can only be restarted", async () => {
    const { facet } = fakeLifecycle(running);
    const { run } = await createBackendFixture({ lifecycle: { state: facet.state, restart: facet.restart } });
    expect(await run(start)).toMatchObject(ending(2, "cannot be started from here"));
  });

  it("ends with the error's exit code, and does not mark the failed step as done", async () => {
    const server = fakeLifecycle();
    server.facet.start = () => Promise.reject(new Error("no port"));
    const { code, err } = await ran(server, start, { isTTY: true });
    expect([code, err.includes("✓")]).toEqual([1, false]);
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
  /** Watches a server that runs, which this command has started or not. */
  const watched = (server: FakeLifecycle, isStartedHere: boolean, options: RunOptions = {}) =>
    ran(
      server,
      (host) => {
        const instance = { name: "studio", kind: "managed", origin: "configured" } as const;
        return watchServer(host, { instance, lifecycle: server.facet, found: running, isStartedHere }, eager);
      },
      options,
    );

  it("stops the server that it started on Ctrl-C", async () => {
    const server = fakeLifecycle();
    const ctrlC = new AbortController();
    const starting = server.facet.start?.bind(server.facet);
    server.facet.start = async (options) => {
      await starting?.(options);
      setImmediate(() => ctrlC.abort(new DOMException("Interrupted", "AbortError")));
    };
    const options = { json: true, signal: ctrlC.signal } as const;
    const { code, records, done } = await ran(
      server,
      (host) => runStart(host, "studio", { watch: true }),
      options,
    );
    expect({ code, done }).toEqual({ code: 0, done: ["start", "stop"] });
    expect(records).toContainEqual({ type: "ready", url: "http://127.0.0.1:8188/" });
    expect(records.at(-1)).toMatchObject({ status: "finished", lifecycle: { state: "stopped" } });
  });

  it.each([
    [true, "import failed\nready\n"],
    [false, ""],
  ])("shows the log from the beginning if it started the server (%s)", async (isStartedHere, expected) => {
    const server = fakeLifecycle();
    server.lines.push("import failed", "ready");
    expect((await watched(server, isStartedHere)).out).toBe(expected);
  });

  it("leaves a server that ran before running on Ctrl-C", async () => {
    const signal = AbortSignal.abort(new DOMException("Interrupted", "AbortError"));
    const told = await watched(fakeLifecycle(running), false, { signal });
    expect(told).toMatchObject({ ...ending(0, "studio keeps running."), done: [] });
  });

  it.each([
    [0, "another program stops the server", fakeLifecycle(), "studio was stopped by another program."],
    [
      3,
      "the server crashes",
      fakeLifecycle({ state: "crashed", exitCode: 3, lastLines: ["boom"] }),
      "studio is down: crashed (exit code 3)",
    ],
  ])("ends with exit code %i if %s", async (code, _what, server, text) => {
    expect(await watched(server, true)).toMatchObject({ ...ending(code, text), done: [] });
  });
});

describe.each([
  ["stop", runStop, ["stop"]],
  ["restart", runRestart, ["restart"]],
] as const)("%s", (does, command, done) => {
  it("shows the jobs that would be lost, and asks", async () => {
    const server = fakeLifecycle(running);
    const asked = await ran(server, (host) => command(host, "studio", {}), { answers: [does] }, 1);
    expect(asked).toMatchObject({ code: 0, done });
    expect(asked.questions[0]?.title).toContain("1 job is queued or running there");
    expect(asked.questions[0]?.detail?.[1]).toContain("11111111");
  });

  it("changes nothing if declined", async () => {
    const server = fakeLifecycle(running);
    const kept = await ran(server, (host) => command(host, "studio", {}), { answers: ["leave it"] }, 1);
    expect(kept).toMatchObject({ code: 0, done: [] });
    expect(kept.err).toMatch(/studio (keeps running|is not restarted)/);
  });

  it("needs --yes if nobody can be asked", async () => {
    const server = fakeLifecycle(running);
    const refused = await ran(server, (host) => command(host, "studio", {}), {}, 1);
    expect(refused).toMatchObject({ ...ending(2, "--yes"), done: [] });
    const agreed = await ran(server, (host) => command(host, "studio", { yes: true }), {}, 1);
    expect(agreed).toMatchObject({ code: 0, done });
  });
});

it("stop succeeds for a server that does not run, and clears the crash of a crashed one", async () => {
  const stopped = await ran(fakeLifecycle(), (host) => runStop(host, "studio", {}));
  expect(stopped).toMatchObject({ ...ending(0, "studio is not running."), done: [] });
  const crashed = fakeLifecycle({ state: "crashed", exitCode: 1, lastLines: ["boom", "bang"] });
  expect((await ran(crashed, (host) => runStop(host, "studio", {}))).out).toBe("state  stopped\n");
});

it("restart starts a server that does not run, and leaves it running", async () => {
  const server = fakeLifecycle({ state: "crashed", lastLines: [] });
  const { records, done } = await ran(server, (host) => runRestart(host, "studio", {}), { json: true });
  expect(done).toEqual(["start, kept"]);
  expect(records.at(-1)).toMatchObject({ lifecycle: { state: "running" } });
});

describe("logs", () => {
  const logs = (
    options: Parameters<typeof runLogs>[2],
    { name = "studio", ...more }: RunOptions & { readonly name?: string } = {},
    lines: readonly string[] = ["one", "two\u001b[31m", "three"],
  ) => {
    const server = fakeLifecycle(lines.length === 0 ? undefined : running);
    server.lines.push(...lines);
    return ran(server, (host) => runLogs(host, name, options), more);
  };

  it("are refused for a server without a log, in words about logs", async () => {
    const refused = await logs({}, { name: "box" });
    expect(refused).toMatchObject(ending(2, "box (plain) has no server log that can be read from here."));
    expect(refused.err).not.toContain("started");
  });

  it("prints the last lines, safe for a terminal, and records with --json", async () => {
    expect(await logs({ lines: "2" })).toMatchObject({ code: 0, out: "two\uFFFD[31m\nthree\n" });
    const { records } = await logs({}, { json: true });
    expect(records).toHaveLength(4);
    expect(records[2]).toEqual({ type: "log", line: "three" });
  });

  it("follows the log until Ctrl-C", async () => {
    const ctrlC = new AbortController();
    setImmediate(() => ctrlC.abort());
    const followed = await logs({ follow: true, lines: "1" }, { signal: ctrlC.signal });
    expect(followed).toMatchObject({ code: 0, out: "three\n" });
  });

  it("notes that there is no log yet", async () => {
    const note = "studio has no log yet; its first start creates one.";
    expect(await logs({}, {}, [])).toMatchObject({ code: 0, out: "", err: `${note}\n` });
    const { records } = await logs({}, { json: true }, []);
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
  const detach = (server: FakeLifecycle) =>
    ran(server, async (host) => {
      const { backend } = await host.kernel.openBackend("studio");
      await startToKeepRunning(host, await backend.info(), backend);
      return 0;
    });

  it("starts a server that keeps running, and prints the command to stop it", async () => {
    const { err, done } = await detach(fakeLifecycle());
    expect(done).toEqual(["start, kept"]);
    expect(err).toContain("pictor backend stop studio");
  });

  it("does not touch a running server, and warns if another program will stop it", async () => {
    expect(await detach(fakeLifecycle(running))).toMatchObject({ err: "", done: [] });
    const { err } = await detach(fakeLifecycle({ ...running, owner: "other" }));
    expect(err).toContain("Another program has started studio");
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
    const shown = await ran(fakeLifecycle(state), (host) => runStatus(host, "studio"));
    expect(shown).toMatchObject({ code: 0, done: [], out: expect.stringMatching(text) as string });
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
    const { out, done } = await ran(server, runList);
    expect(out).toMatch(
      /NAME +KIND +ORIGIN +AUTH +STATE\n\* +studio +managed +configured +crashed \(exit code 1\)/,
    );
    expect(done).toEqual([]);
  });

  it("lists instances whose state cannot be read", async () => {
    const server = fakeLifecycle();
    server.facet.state = () => Promise.reject(new Error("no"));
    const { code, out } = await ran(server, runList);
    expect([code, out]).toEqual([0, expect.stringMatching(/ORIGIN +AUTH\n/)]);
  });
});
