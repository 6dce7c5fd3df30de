// The stand-in for ComfyUI behaves like it, and has the faults whose absence no test of a managed backend would notice.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeComfyRepository, setFaults, type ComfyRepository } from "../../stand-in/comfyui.test.support.js";
import { makeExtension } from "../../stand-in/extension.test.support.js";
import { cleanEnvironment, git, missingPrograms } from "../../stand-in/git.test.support.js";
import { eventually, killAllNaming, processesNaming } from "../../stand-in/processes.test.support.js";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "pictor-stand-in-")));
const comfy = join(scratch, "clone");
let repository: ComfyRepository;

const image = { inputs: { image: ["IMAGE"] }, outputs: ["IMAGE"] } as const;

beforeAll(() => {
  if (missingPrograms !== undefined) return;
  repository = makeComfyRepository(scratch);
  git(scratch, "clone", "--quiet", repository.url, comfy);
  const packs = join(comfy, "custom_nodes");
  const make = (name: string, breaks: boolean): void => {
    makeExtension(packs, {
      repository: `acme/${name}`,
      versions: [{ version: "1.0.0", classes: { [`Acme${name}`]: image, KSampler: image }, breaks }],
    });
  };
  make("Good", false);
  make("Broken", true);
  cpSync(join(packs, "Good"), join(packs, "Off.disabled"), { recursive: true });
  mkdirSync(join(packs, "__pycache__"), { recursive: true });
});
afterEach(() => {
  killAllNaming(scratch);
  if (existsSync(comfy)) setFaults(comfy, []);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Started {
  readonly pid: number;
  readonly log: () => string;
  readonly ended: Promise<string>;
  /** The address, once it is known. */
  ready(): Promise<string>;
}
function start(given: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn("python3", [join(comfy, "main.py"), "--port", "0", ...given], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (log += data.toString()));
  let isOver = false;
  const ended = once(child, "close").then(([code, signal]) => {
    isOver = true;
    return String(code ?? signal);
  });
  const ready = eventually(() => /To see the GUI go to: (\S+)/.exec(log)?.[1] ?? (isOver ? "" : undefined));
  return {
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    ready: () => ready.then((url) => url || expect.fail(log)),
  };
}
const classesOf = async (url: string) =>
  (await (await fetch(`${url}/object_info`)).json()) as Record<string, { readonly python_module: string }>;

describe.skipIf(missingPrograms)(`the stand-in (${missingPrograms ?? "git and python3 are there"})`, () => {
  it("is its own process, loads packs as ComfyUI does, and ends with SIGINT", async () => {
    const server = start(["--cpu", "--disable-auto-launch", "--enable-manager"]);
    const classes = await classesOf(await server.ready());
    expect(classes["AcmeGood"]?.python_module).toBe("custom_nodes.Good");
    expect(classes["KSampler"]?.python_module).toBe("nodes");
    expect(classes).not.toHaveProperty("AcmeBroken");
    expect(server.log()).toMatch(/Cannot import \S+Broken module for custom nodes: this pack wants/);
    expect(server.log()).toMatch(/Import times for custom nodes:\n( +\d\.\d seconds.*\n){2}\n/);
    expect(server.log()).toMatch(/seconds \(IMPORT FAILED\): \S+Broken\n/);
    expect(processesNaming(comfy).map(({ pid }) => pid)).toEqual([server.pid]);
    process.kill(server.pid, "SIGINT");
    expect(await server.ended).toBe("0");
    expect(server.log()).toMatch(/Stopped server\n$/);
  });

  it("refuses an argument that it does not know; 0.3 does not know --enable-manager", async () => {
    const unknown = start(["--nonsense"]);
    expect([await unknown.ended, unknown.log()]).toEqual(["2", expect.stringContaining("usage: main.py")]);
    git(comfy, "checkout", "--quiet", "v0.3.64");
    expect(await start(["--enable-manager"]).ended).toBe("2");
    git(comfy, "checkout", "--quiet", "master");
  });

  // How long the port stays taken is the system's: on a busy machine the next server can start after that.
  const race = { timeout: 30_000, retry: 5 };
  it.runIf(process.platform === "linux")("has a leader that ends before its threads", race, async () => {
    setFaults(comfy, [{ kind: "leader-ends-first" }]);
    const server = start();
    const { port } = new URL(await server.ready());
    process.kill(server.pid, "SIGINT");
    const stateOf = () => /^State:\s*(\w)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
    await eventually(() => (stateOf() === "Z" ? true : undefined));
    const next = start(["--port", port]);
    // A next server that could start ends this attempt at once, and not after its time.
    expect(
      await next.ready().then(
        () => "started",
        () => next.ended,
      ),
    ).toBe("1");
    await server.ended;
    setFaults(comfy, []);
    await start(["--port", port]).ready();
  });

  it("ignores SIGINT", async () => {
    setFaults(comfy, [{ kind: "ignore-sigint" }]);
    const server = start();
    await server.ready();
    process.kill(server.pid, "SIGINT");
    expect((await fetch(`${await server.ready()}/prompt`)).status).toBe(200);
    process.kill(server.pid, "SIGTERM");
    expect(await server.ended).toBe("SIGTERM");
  });

  it("leaves a child that holds the port", async () => {
    setFaults(comfy, [{ kind: "hold-port", ownSession: true }]);
    const server = start();
    const url = await server.ready();
    process.kill(server.pid, "SIGKILL");
    expect(await server.ended).toBe("SIGKILL");
    const [child] = processesNaming(comfy);
    expect(child?.command).toContain("setInterval");
    setFaults(comfy, []);
    expect(await start(["--port", new URL(url).port]).ended).toBe("1");
  });
});
