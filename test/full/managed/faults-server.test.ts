// Failures of a supervised server: each has a clear error, no process is left, and the next attempt succeeds.

import { createServer } from "node:http";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../free-port.test.support.js";
import { setFaults } from "../../stand-in/comfyui.test.support.js";
import { git, missingPrograms } from "../../stand-in/git.test.support.js";
import {
  eventually,
  isAlive,
  killAllNaming,
  processesNaming,
} from "../../stand-in/processes.test.support.js";
import { createStage, type Host, type Ran, type Settings, type Stage } from "./stage.test.support.js";

const title = (what: string): string => `${what} (${missingPrograms ?? "git and python3 are there"})`;
let stage: Stage;
/** A ComfyUI that is already installed: these tests install nothing. */
let comfy: string;

const slow = { kind: "server", fault: { kind: "slow-steps", ms: 250 } } as const;
let seed = 100;
/** One image with a new seed, so that no cached result is used. */
const example = (steps = 2): readonly string[] => [
  "generate",
  "txt2img",
  "--example",
  ...[`steps=${steps}`, "width=64", "height=64"].flatMap((setting) => ["--set", setting]),
  "--seed",
  `${++seed}`,
];
const pictor = (...given: readonly string[]): Promise<Ran> => stage.pictor(...given);
const configure = (launch: object = {}, more: Settings = {}): void => {
  stage.configure({ comfyDirectory: comfy, python: "python3", launch, ...more });
};
const left = () => processesNaming(stage.scratch);
const logs = (): string => {
  const folder = join(stage.instance, "logs");
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("server")) : [];
  return files.map((name) => readFileSync(join(folder, name), "utf8")).join("");
};
const starts = (): number => logs().split("To see the GUI go to").length - 1;
const succeeds = async (): Promise<void> => {
  const { code, err } = await pictor(...example());
  expect(code, err).toBe(0);
  expect(left()).toEqual([]);
};
/** The process of the server itself, which replaced main.py. */
const serverPid = (): number =>
  processesNaming("/server.js").find(({ command }) => command.includes(comfy))?.pid ?? 0;
const isRunning = async (host: Host): Promise<void> => {
  await host.wrote(/"state":"running"/);
};
beforeAll(() => {
  if (missingPrograms !== undefined) return;
  stage = createStage({ packages: false });
  comfy = join(stage.scratch, "ComfyUI");
  git(stage.scratch, "clone", "--quiet", stage.repository.url, comfy);
});
afterEach(async () => {
  if (missingPrograms !== undefined) return;
  setFaults(comfy, []);
  configure();
  await pictor("backend", "stop", "studio");
  const after = left();
  killAllNaming(stage.scratch);
  rmSync(stage.instance, { recursive: true, force: true });
  expect(after).toEqual([]);
});
afterAll(() => {
  if (missingPrograms === undefined) stage.dispose();
});

describe.skipIf(missingPrograms)(title("a port that another program has"), () => {
  async function stranger(): Promise<number> {
    const server = createServer((_, response) => response.end("hello"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  it("is an error that names it, before anything is started; it is free again: an image", async () => {
    const port = await stranger();
    configure({ port });
    const { code, err } = await pictor(...example());
    expect([code, err]).toEqual([2, expect.stringContaining("MANAGED_PORT_IN_USE")]);
    expect(err).toContain(String(port));
    expect([left(), starts()]).toEqual([[], 0]);
    configure({ port: await freePort() });
    await succeeds();
  });
});

describe.skipIf(missingPrograms || process.platform !== "linux")(
  title("a server whose leader thread ends first"),
  () => {
    it("is restarted by the command after a generation, on the same port", async () => {
      const port = await freePort();
      configure({ port });
      setFaults(comfy, [{ kind: "leader-ends-first" }]);
      expect((await pictor("backend", "start", "studio")).code).toBe(0);
      expect((await pictor(...example())).code).toBe(0);
      const restart = await pictor("backend", "restart", "studio", "--yes");
      expect(restart.code, restart.err).toBe(0);
      expect((await pictor("backend", "status", "studio")).out).toContain(`127.0.0.1:${port}`);
      expect(starts()).toBe(2);
      const again = await pictor(...example());
      expect(again.code, again.err).toBe(0);
    });
  },
);

describe.skipIf(missingPrograms)(title("a server that crashes"), () => {
  it("at the start says its exit code and last lines; the next start works", async () => {
    configure();
    setFaults(comfy, [
      { kind: "crash-at-start", exitCode: 7, message: "no kernel image is available", times: 1 },
    ]);
    const { code, err } = await pictor(...example());
    expect([code, err]).toEqual([3, expect.stringContaining("MANAGED_SERVER_FAILED")]);
    expect(err).toMatch(/exit code 7[^]*no kernel image is available/);
    expect(left()).toEqual([]);
    await succeeds();
  });

  it.each([
    [{ exitCode: 1 }, /exit code 1/],
    [{ signal: "SIGSEGV" }, /SIGSEGV/],
  ] as const)("in the middle of a run takes the job down at once: %j", async (how, ending) => {
    configure();
    setFaults(comfy, [{ kind: "crash-at-step", step: 2, times: 1, ...how }]);
    const { code, err } = await pictor(...example());
    expect(code, err).toBe(6);
    expect(err).toMatch(ending);
    expect(err).toContain("illegal memory access");
    expect(left()).toEqual([]);
    await succeeds();
  });

  it("and leaves a child with its port: the next start names it, or goes around it", async () => {
    const port = await freePort();
    configure({ port });
    setFaults(comfy, [{ kind: "hold-port", ownSession: true, times: 1 }]);
    expect(await pictor("backend", "start", "studio")).toMatchObject({ code: 0 });
    const pid = serverPid();
    process.kill(pid, "SIGKILL");
    await eventually(() => (isAlive(pid) ? undefined : true));
    const { code, err } = await pictor(...example());
    // If the orphaned child could no longer be identified, it still holds the port.
    if (code !== 0) {
      expect([code, err]).toEqual([2, expect.stringContaining("MANAGED_PORT_IN_USE")]);
      configure({ port, portInUse: "next" });
      expect(await pictor(...example())).toMatchObject({ code: 0 });
      killAllNaming(stage.scratch);
    }
  });
});

describe.skipIf(missingPrograms)(title("a server that hangs"), () => {
  it.each([false, true])(
    "at the start is ended when its time is up; deaf to signals: %s",
    async (ignoresSignals) => {
      configure({ startTimeoutMs: 1_500 });
      setFaults(comfy, [{ kind: "hang-at-start", ignoresSignals, times: 1 }, { kind: "leave-a-child" }]);
      const { code, err } = await pictor(...example());
      expect([code, err]).toEqual([3, expect.stringContaining("MANAGED_SERVER_SILENT")]);
      expect(err).toContain("Total VRAM 0 MB");
      expect(left()).toEqual([]);
      configure();
      await succeeds();
    },
  );

  it("at the start ends with Ctrl-C", async () => {
    configure();
    setFaults(comfy, [{ kind: "hang-at-start" }]);
    const host = stage.host(...example());
    await host.reached(() => logs().includes("Total VRAM"));
    host.process.kill("SIGINT");
    expect((await host.ended).code).toBe(5);
    expect(left()).toEqual([]);
  });

  it("at its end, with a child of its own, is ended all the same", async () => {
    configure();
    setFaults(comfy, [
      { kind: "ignore-sigint" },
      { kind: "leave-a-child" },
      { kind: "leave-a-child", ownSession: true },
    ]);
    await succeeds();
  });
});

describe.skipIf(missingPrograms)(title("a host"), () => {
  it("that is killed leaves an orphan, which the next one takes over and ends", async () => {
    configure();
    setFaults(comfy, [slow]);
    const host = stage.host(...example(6), "--json");
    await isRunning(host);
    const pid = serverPid();
    host.process.kill("SIGKILL");
    await host.ended;
    expect(isAlive(pid)).toBe(true);
    const { code, err } = await pictor(...example());
    expect(code, err).toBe(0);
    expect(starts()).toBe(1);
    expect(left()).toEqual([]);
  });

  it("that is killed leaves its job running, whoever looks at it", async () => {
    configure();
    setFaults(comfy, [{ kind: "server", fault: { kind: "slow-steps", ms: 2_000 } }]);
    const host = stage.host(...example(6), "--json");
    await isRunning(host);
    const pid = serverPid();
    host.process.kill("SIGKILL");
    await host.ended;
    for (const look of ["status", "logs"]) expect((await pictor("backend", look, "studio")).code).toBe(0);
    expect((await pictor("jobs", "list", "--backend", "studio")).out).toContain("running");
    expect((await pictor("catalog", "list", "--backend", "studio")).code).toBe(0);
    expect((await pictor("jobs", "list", "--backend", "studio")).out).toContain("running");
    expect([isAlive(pid), starts()]).toEqual([true, 1]);
    // A restart on request ends the job, and leaves the server to nobody.
    expect((await pictor("backend", "restart", "studio", "--yes")).code).toBe(0);
    expect((await pictor("backend", "status", "studio")).out).toMatch(/left running[^]*127\.0\.0\.1/);
  });

  it("that is killed while the server starts leaves nothing that the next one cannot use or end", async () => {
    configure();
    const file = join(stage.scratch, "go");
    setFaults(comfy, [{ kind: "wait-at-start", file }]);
    const host = stage.host(...example());
    await host.reached(() => existsSync(join(stage.instance, "run.json")));
    host.process.kill("SIGKILL");
    await host.ended;
    writeFileSync(file, "");
    const { code, err } = await pictor(...example());
    rmSync(file);
    expect(code, err).toBe(0);
    expect(left()).toEqual([]);
  });

  it("that is interrupted ends its server", async () => {
    configure();
    setFaults(comfy, [slow]);
    const host = stage.host(...example(6), "--json");
    await isRunning(host);
    host.process.kill("SIGINT");
    expect((await host.ended).code).toBe(5);
    expect(left()).toEqual([]);
    setFaults(comfy, []);
    await succeeds();
  });

  it("shares the server with others: when its own job is done, theirs go on", async () => {
    configure();
    // One step, long enough for two processes to start; the fault that is taken away below ends no step that has begun.
    setFaults(comfy, [{ kind: "server", fault: { kind: "slow-steps", ms: 10_000 } }]);
    const owner = stage.host(...example(1), "--json");
    await isRunning(owner);
    const guests = [stage.host(...example(), "--json"), stage.host(...example(), "--json")];
    await Promise.all(guests.map((guest) => guest.wrote(/"state":"queued"/)));
    const { url } = JSON.parse(readFileSync(join(stage.instance, "run.json"), "utf8")) as { url: string };
    await fetch(`${url}/pictor/faults`, { method: "DELETE" });
    const ran = await Promise.all([owner, ...guests].map(({ ended }) => ended));
    expect(ran.map(({ code, err, out }) => (code === 0 ? 0 : err + out))).toEqual([0, 0, 0]);
    expect(starts()).toBe(1);
    expect(left()).toEqual([]);
  });

  it("is one of two that start at once: one server, and both get their image", async () => {
    configure();
    const hosts = [stage.host(...example()), stage.host(...example())];
    const ran = await Promise.all(hosts.map(({ ended }) => ended));
    expect(ran.map(({ code, err }) => (code === 0 ? 0 : err))).toEqual([0, 0]);
    expect(left()).toEqual([]);
  });

  it("leaves a server running that was started to stay, and that a stop ends with a deaf child in a group of its own", async () => {
    configure();
    if (process.platform !== "win32") setFaults(comfy, [{ kind: "leave-a-child", ownGroup: true }]);
    expect(await pictor("backend", "start", "studio")).toMatchObject({ code: 0 });
    const pid = serverPid();
    expect(await pictor(...example())).toMatchObject({ code: 0 });
    expect([serverPid(), starts()]).toEqual([pid, 1]);
    expect(await pictor("backend", "stop", "studio")).toMatchObject({ code: 0 });
    expect(left()).toEqual([]);
  });
});

describe.skipIf(missingPrograms)(title("a restart from inside"), () => {
  it("in place between two jobs is not a crash: the same process serves on", async () => {
    configure();
    setFaults(comfy, [{ kind: "restart", how: "in-place" }]);
    expect(await pictor("backend", "start", "studio")).toMatchObject({ code: 0 });
    process.kill(serverPid(), "SIGUSR2");
    await eventually(() => (starts() === 2 ? true : undefined));
    expect(await pictor(...example())).toMatchObject({ code: 0 });
    expect(starts()).toBe(2);
  });

  it("in place in the middle of a run ends the job with its reason; the next one runs", async () => {
    configure();
    setFaults(comfy, [{ kind: "restart", how: "in-place" }, slow]);
    const host = stage.host(...example(6), "--json");
    await isRunning(host);
    process.kill(serverPid(), "SIGUSR2");
    const { code, err, out } = await host.ended;
    expect(code, err + out).toBe(6);
    expect(left()).toEqual([]);
    setFaults(comfy, []);
    await succeeds();
  });

  it("that ends the process, as under a supervisor, is followed by a start", async () => {
    configure();
    setFaults(comfy, [{ kind: "restart", how: "file" }]);
    expect(await pictor("backend", "start", "studio")).toMatchObject({ code: 0 });
    const pid = serverPid();
    process.kill(pid, "SIGUSR2");
    await eventually(() => (isAlive(pid) ? undefined : true));
    await succeeds();
  });
});
