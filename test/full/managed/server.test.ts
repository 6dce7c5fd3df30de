// A Python server with real processes: it replaces itself, its hosts are killed, its helpers leave their group.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createServerContext } from "../../../plugins/backend-managed/server/record/server-context.js";
import { until } from "../../../plugins/backend-managed/testing/local-machine.js";
import { openServices, type TestServices } from "../../../plugins/backend-managed/testing/plugin-services.js";
import {
  createServerFixture,
  type ServerFixture,
} from "../../../plugins/backend-managed/testing/server-fixture.js";
import { pidExists } from "@pictor/process-table";
import {
  isAlive,
  identifyProcess,
} from "../../../plugins/backend-managed/server/process/process-identity.js";
import { readRecord } from "../../../plugins/backend-managed/server/record/run-record.js";
import {
  createSupervisor,
  type Supervisor,
} from "../../../plugins/backend-managed/server/supervise/supervisor.js";
import { packageOptions, packagesFolder } from "../../packages.test.support.js";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const title = hasPython ? "a server in Python" : "a server in Python (python3 is missing)";

/**
 * The start, restart and end of ComfyUI in Python. The restart is that of the Manager. As in ComfyUI, on
 * Linux the leader thread ends first, and another thread holds the port while the system releases the memory of the process.
 * Many mappings of one small file make that slow.
 */
const script = String.raw`
import argparse, ctypes, json, mmap, os, signal, subprocess, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
parser = argparse.ArgumentParser(prog="main.py")
parser.add_argument("--listen", nargs="?", const="0.0.0.0,::", default="127.0.0.1")
parser.add_argument("--port", type=int, default=8188)
parser.add_argument("--disable-auto-launch", action="store_true")
parser.add_argument("--preview-method", choices=["none", "auto", "latent2rgb", "taesd"], default="none")
args = parser.parse_args()
here = os.path.dirname(os.path.abspath(__file__))
class Handler(BaseHTTPRequestHandler):
    def log_message(self, *words): pass
    def reply(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self):
        if self.path == "/system_stats":
            self.reply({"system": {"comfyui_version": "0.9.9", "argv": sys.argv}, "devices": []})
        elif self.path == "/queue":
            self.reply({"queue_running": [], "queue_pending": []})
        elif self.path == "/helper":
            helper = subprocess.Popen([sys.executable, "-c", "import signal,time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1e6)"], process_group=0) if sys.version_info >= (3, 11) else subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1e6)"], preexec_fn=os.setpgrp)
            self.reply(helper.pid)
        elif self.path == "/reboot":
            session = os.environ.get("__COMFY_CLI_SESSION__")
            if session:
                open(session + ".reboot", "w").close()
                os._exit(0)
            print("Restarting...", file=sys.stderr, flush=True)
            os.execv(sys.executable, [sys.executable, *sys.argv])
server = ThreadingHTTPServer((args.listen, args.port), Handler)
print("Größe: ok", file=sys.stderr)
print(f"\nTo see the GUI go to: http://{args.listen}:{args.port}", file=sys.stderr, flush=True)
def end():
    time.sleep(0.05)
    os._exit(0)
try:
    server.serve_forever()
except KeyboardInterrupt:
    print("\nStopped server", file=sys.stderr, flush=True)
    if sys.platform == "linux":
        file = os.memfd_create("memory")
        os.ftruncate(file, 1 << 24)
        memory = [mmap.mmap(file, 1 << 24, flags=mmap.MAP_SHARED | 0x8000) for _ in range(768)]
        threading.Thread(target=end).start()
        ctypes.CDLL(None).pthread_exit(None)
`;

/** A host in a separate process, which starts the instance, reports it, and runs until it is ended. */
const host = String.raw`
const [, folder, port, keep] = process.argv;
const { createPictor, loadConfiguration } = await import("@pictor/host");
const studio = { kind: "managed", comfyDirectory: folder + "/Comfy UI", directory: folder + "/root", python: "python3", launch: { port: Number(port) } };
const kernel = await createPictor({
  builtins: "none", plugins: ["backend-managed", "backend-remote"].map((name) => ({ kind: "directory", path: process.env.PICTOR_PLUGINS + name })),
  configuration: await loadConfiguration({ directory: folder, flags: { backends: { studio } } }),
});
const { backend } = await kernel.openBackend("studio");
await backend.facets.lifecycle.start({ keep: keep === "keep" });
process.once("SIGTERM", () => kernel.dispose().then(() => process.exit(0)));
console.log("ready");
setInterval(() => undefined, 1e6);
`;

describe.skipIf(!hasPython)(title, () => {
  let services: TestServices;
  let fixture: ServerFixture;
  let opened: Supervisor[];
  let hosts: ChildProcess[];
  beforeAll(async () => void (services = await openServices()));
  afterAll(() => services.dispose());
  beforeEach(async () => {
    fixture = await createServerFixture(services);
    await rm(join(fixture.folder, "root"), { recursive: true });
    await mkdir(join(fixture.folder, "Comfy UI", "comfy"));
    await writeFile(join(fixture.folder, "Comfy UI", "main.py"), script);
    opened = [];
    hosts = [];
  });
  afterEach(async () => {
    for (const child of hosts) child.kill("SIGKILL");
    const last = open();
    await last.stop();
    for (const supervisor of opened) await supervisor.close();
    await fixture.remove();
  });

  const open = (): Supervisor => {
    const instance = fixture.instance();
    const layout = { ...instance.layout, python: "python3" };
    const installed = { state: "complete" as const };
    const installation = { installedState: async () => installed, ready: async () => installed };
    const supervisor = createSupervisor(
      createServerContext({ ...instance, layout }, undefined, installation),
    );
    opened.push(supervisor);
    return supervisor;
  };
  const startHost = async (keep = ""): Promise<ChildProcess> => {
    const child = spawn(
      process.execPath,
      [
        ...packageOptions,
        "--input-type=module",
        "-e",
        host,
        "--",
        fixture.folder,
        String(fixture.port),
        keep,
      ],
      {
        cwd: packagesFolder,
        env: { ...process.env, PICTOR_PLUGINS: join(packagesFolder, "plugins/") },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    hosts.push(child);
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      child.once("exit", (code) => reject(new Error(`the host ended with ${code ?? "a signal"}`)));
    });
    return child;
  };
  const endedOf = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once("exit", () => resolve());
    });
  const record = () => readRecord(join(fixture.folder, "root", "run.json"));
  const pidOf = async (): Promise<number> => (await record())?.process.pid ?? 0;
  const ask = (path: string) => fetch(`${fixture.url}${path}`).catch(() => undefined);

  it("starts, says its lines in UTF-8, and ends with SIGINT", async () => {
    const supervisor = open();
    await supervisor.start();
    await supervisor.stop();
    const log = await readFile(join(fixture.folder, "root", "logs", "server.log"), "utf8");
    expect(log).toMatch(/Größe: ok\n\nTo see the GUI go to: [^\n]+\n\nStopped server\n/);
  });

  it("names a value that it refuses", async () => {
    const instance = fixture.instance({ arguments: "--preview-method nope" });
    const installed = { state: "complete" as const };
    const supervisor = createSupervisor(
      createServerContext({ ...instance, layout: { ...instance.layout, python: "python3" } }, undefined, {
        installedState: async () => installed,
        ready: async () => installed,
      }),
    );
    opened.push(supervisor);
    await expect(supervisor.start()).rejects.toThrow(/exit code 2[^]*invalid choice: 'nope'/);
  });

  it("that is kept replaces itself in place: the same process, another life", async () => {
    const supervisor = open();
    await supervisor.start({ keep: true });
    const pid = await pidOf();
    await ask("/reboot");
    await until(async () => {
      await supervisor.checkServer();
      const phase = supervisor.phase();
      const log = await readFile(join(fixture.folder, "root", "logs", "server.log"), "utf8");
      return (
        phase.at === "running" &&
        log.split("To see the GUI").length === 3 &&
        (await ask("/system_stats"))?.ok === true
      );
    });
    expect(await pidOf()).toBe(pid);
  });

  it("that is watched asks for a new process", async () => {
    const supervisor = open();
    await supervisor.start();
    const pid = await pidOf();
    await ask("/reboot");
    await until(async () => supervisor.phase().at === "running" && (await pidOf()) !== pid);
    expect(pidExists(pid)).toBe(false);
  });

  it("is ended with a helper in a group of its own, also by a host that did not start it", async () => {
    await startHost();
    const helper = Number(await (await ask("/helper"))?.text());
    const pid = await pidOf();
    await open().stop();
    await until(
      async () => (await identifyProcess(helper, fixture.instance())) === undefined && !pidExists(pid),
    );
    expect(await record()).toBe(undefined);
  });

  it("is restarted on the same port by a host that did not start it, although its leader thread ends first", async () => {
    const first = await startHost("keep");
    first.kill("SIGTERM");
    await endedOf(first);
    const before = (await record())!.process;
    const next = open();
    await next.restart();
    expect(next.phase()).toMatchObject({ at: "running", endpoint: { url: fixture.url, owner: "nobody" } });
    expect((await record())!.process).not.toEqual(before);
    expect(await isAlive(before, fixture.instance())).toBe(false);
  });

  it("outlives a host that is killed, and is taken over by the next one", async () => {
    const first = await startHost();
    const pid = await pidOf();
    first.kill("SIGKILL");
    await endedOf(first);
    expect((await ask("/system_stats"))?.ok).toBe(true);
    const next = open();
    await next.start();
    expect(next.phase()).toMatchObject({ at: "running", endpoint: { owner: "this", pid } });
    const { process: identity } = (await record())!;
    await next.close();
    // If no process reaps orphans, the pid is still listed.
    expect([await isAlive(identity, fixture.instance()), await record()]).toEqual([false, undefined]);
  });

  it("ends with its host, unless it is kept", async () => {
    const first = await startHost();
    const pid = await pidOf();
    first.kill("SIGTERM");
    await endedOf(first);
    expect([pidExists(pid), await record()]).toEqual([false, undefined]);
    const second = await startHost("keep");
    second.kill("SIGTERM");
    await endedOf(second);
    expect(pidExists(await pidOf())).toBe(true);
  });

  it("is one, however many hosts start it at once", async () => {
    const both = await Promise.all([startHost(), startHost()]);
    const log = await readFile(join(fixture.folder, "root", "logs", "server.log"), "utf8");
    expect(log.split("To see the GUI")).toHaveLength(2);
    for (const child of both) child.kill("SIGTERM");
    await Promise.all(both.map(endedOf));
    expect(await record()).toBe(undefined);
  });
});
