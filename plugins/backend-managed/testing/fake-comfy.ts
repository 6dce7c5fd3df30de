// A server process of ComfyUI's ways, in Node: its arguments, its lines, its statistics, its ends; told by a file what to do.

import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Clock, Logger, Network, PluginContext, RunProgram } from "@pictor/kernel/plugin";
import { createTestPictor } from "@pictor/host/testing";
import { layoutOf } from "../layout.js";
import type { Instance } from "../instance.js";
import { complete } from "../settings.js";
import type { ManagedSettings } from "../settings.gen.js";

/** What the process does; read anew at each start, and for each request. */
export interface Behaviour {
  /** Exit code before it listens. */
  readonly diesAtStart?: number;
  readonly hangsAtStart?: boolean;
  readonly ignoresSigint?: boolean;
  readonly ignoresSigterm?: boolean;
  /** Lines before it listens. */
  readonly says?: readonly string[];
  /** A prompt runs until it is interrupted. */
  readonly isBusy?: boolean;
  /** A child of its own that ignores all but SIGKILL; its pid goes into `helper.pid`. */
  readonly hasHelper?: boolean;
}

/** Routes beside ComfyUI's: /die?code=, /reboot (as the Manager does), /away (shuts its port until there is a file `back`). */
const script = String.raw`
const { createServer } = require("node:http");
const { createHash } = require("node:crypto");
const { existsSync, readFileSync, writeFileSync, appendFileSync } = require("node:fs");
const { spawn } = require("node:child_process");
const behaviour = () => JSON.parse(readFileSync(__dirname + "/behaviour.json", "utf8"));
const argv = process.argv.slice(2);
const flags = ["--listen", "--port", "--disable-auto-launch", "--cpu", "--preview-method", "--dont-print-server", "--input-directory"];
if (argv.includes("--help")) {
  appendFileSync(__dirname + "/helped.txt", "x");
  console.log("usage: main.py [-h] " + flags.map((flag) => "[" + flag + "]").join(" ") + "\n\noptions:\n --no-such-option  text");
  process.exit(0);
}
const unknown = argv.find((word) => word.startsWith("--") && !flags.includes(word.split("=")[0]));
if (unknown) {
  console.error("usage: main.py [-h]\nmain.py: error: unrecognized arguments: " + unknown);
  process.exit(2);
}
const last = (flag, otherwise) => (argv.lastIndexOf(flag) < 0 ? otherwise : argv[argv.lastIndexOf(flag) + 1]);
const host = last("--listen", "127.0.0.1");
const port = Number(last("--port", "8188"));
const now = behaviour();
writeFileSync(__dirname + "/environment.json", JSON.stringify(process.env));
if (now.ignoresSigint) process.on("SIGINT", () => undefined);
else process.on("SIGINT", () => { console.error("Stopped server"); process.exit(0); });
if (now.ignoresSigterm) process.on("SIGTERM", () => undefined);
for (const line of now.says ?? []) console.error(line);
if (now.hasHelper) {
  const helper = spawn(process.execPath, ["-e", "process.on('SIGINT',()=>{});process.on('SIGTERM',()=>{});setInterval(()=>{},1e6)"], { stdio: "ignore" });
  writeFileSync(__dirname + "/helper.pid", String(helper.pid));
}
let interrupted = false;
const handle = (request, response) => {
  const url = new URL(request.url, "http://here");
  const json = (value) => { response.setHeader("Content-Type", "application/json"); response.end(JSON.stringify(value)); };
  switch (url.pathname.replace(/^\/api/, "")) {
    case "/system_stats":
      return json({ system: { comfyui_version: "0.9.9", python_version: "3", pytorch_version: "2", argv: ["main.py", ...argv] }, devices: [{ name: "cpu", type: "cpu" }] });
    case "/queue":
      return json({ queue_running: behaviour().isBusy && !interrupted ? [[0, "p", {}, {}, []]] : [], queue_pending: [] });
    case "/interrupt":
      interrupted = true;
      appendFileSync(__dirname + "/interrupted.txt", "x");
      return response.end();
    case "/history/p":
      return json({});
    case "/object_info":
      return json({ Pack: { input: { required: {} }, output: [], name: "Pack", python_module: "custom_nodes.some_pack" } });
    case "/die":
      console.error("Fatal: it was told to");
      return process.exit(Number(url.searchParams.get("code") ?? 1));
    case "/reboot":
      writeFileSync(process.env.__COMFY_CLI_SESSION__ + ".reboot", "");
      return process.exit(0);
    case "/away":
      response.end();
      server.close();
      server.closeAllConnections();
      const back = setInterval(() => { if (existsSync(__dirname + "/back")) { clearInterval(back); listen(); } }, 5);
      return;
    default:
      response.statusCode = 404;
      return response.end("404: Not Found");
  }
};
/* The handshake of RFC 6455, and a status message; what clients say is not read. */
const upgrade = (request, socket) => {
  const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
  socket.on("error", () => undefined);
  socket.on("data", () => undefined);
  socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + "\r\n\r\n");
  const text = Buffer.from(JSON.stringify({ type: "status", data: { status: { exec_info: { queue_remaining: 0 } }, sid: "s" } }));
  socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
};
let server;
const listen = () => {
  server = createServer(handle);
  server.on("upgrade", upgrade);
  server.on("error", (error) => { console.error("OSError: [Errno 98] address already in use: " + error.code); process.exit(1); });
  server.listen(port, host, () => {
    if (!argv.includes("--dont-print-server")) console.error("Starting server\n\nTo see the GUI go to: http://" + host + ":" + port);
  });
};
if (now.diesAtStart !== undefined) { console.error("ModuleNotFoundError: No module named 'torch'"); process.exit(now.diesAtStart); }
if (now.hangsAtStart) { console.error("loading..."); setInterval(() => undefined, 1e6); }
else listen();
`;

export const realClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** One that no connection of this machine takes by chance: below those that systems give out by themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => {
        resolve(false);
      });
      server.listen(port, "127.0.0.1", () => {
        resolve(true);
      });
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

/** What plugins are given, with real processes and real requests. */
export interface World {
  readonly run: RunProgram;
  readonly network: Network;
  /** Opens the kind remote. */
  readonly backends: NonNullable<PluginContext["backends"]>;
  dispose(): Promise<void>;
}
export async function openWorld(): Promise<World> {
  let given: PluginContext | undefined;
  const permissions = ["process", "network", "backends"].map((name) => ({ name, reason: "It is a test." }));
  const { pictor, dispose } = await createTestPictor({
    plugins: [
      fileURLToPath(new URL("../../backend-remote", import.meta.url)),
      {
        manifest: {
          manifestVersion: 1,
          id: "panel-probe",
          kind: "panel",
          version: "1.0.0",
          apiVersion: "^1.0.0",
          main: "./index.js",
          title: "Probe",
          description: "Hands its context to a test",
          permissions,
        },
        plugin: (context) => {
          given = context;
          return {};
        },
      },
    ],
  });
  await pictor.load("panel-probe");
  const { run, network, backends } = given ?? {};
  if (run === undefined || network === undefined || backends === undefined)
    throw new Error("the kernel gives too little");
  return { run, network, backends, dispose };
}

export interface InstanceFixture {
  readonly folder: string;
  readonly port: number;
  readonly log: string[];
  readonly url: string;
  instance(settings?: Partial<ManagedSettings["launch"]>, more?: Partial<Instance>): Instance;
  behave(behaviour: Behaviour): Promise<void>;
  read(file: string): Promise<string>;
  remove(): Promise<void>;
}

/** Which options the script knows, once a test has asked it: it is the same in every instance. */
let knownFlags: string | undefined;

/** A folder with such a server, as somebody else's ComfyUI. */
export async function makeFixture({
  run,
  network,
}: Pick<World, "run" | "network">): Promise<InstanceFixture> {
  const folder = await mkdtemp(join(tmpdir(), "pictor managed ü-"));
  const comfy = join(folder, "Comfy UI");
  await mkdir(join(comfy, "custom_nodes"), { recursive: true });
  await writeFile(join(comfy, "main.py"), script);
  const behave = (behaviour: Behaviour) =>
    writeFile(join(comfy, "behaviour.json"), JSON.stringify(behaviour));
  await behave({});
  const flags = join(folder, "root", "flags.json");
  await mkdir(join(folder, "root"));
  if (knownFlags !== undefined) await writeFile(flags, knownFlags);
  const port = await freePort();
  const log: string[] = [];
  const write = (message: string): void => void log.push(message);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  return {
    folder,
    port,
    log,
    url: `http://127.0.0.1:${port}`,
    behave,
    read: (file) => readFile(join(comfy, file), "utf8"),
    async remove() {
      knownFlags ??= await readFile(flags, "utf8").catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
    instance(launch = {}, more = {}) {
      const settings = complete({
        python: process.execPath,
        comfyDirectory: comfy,
        directory: join(folder, "root"),
      });
      const source = {
        name: "studio",
        dataFolder: folder,
        workingDirectory: folder,
        platform: process.platform,
      };
      return {
        name: "studio",
        layout: layoutOf(settings, source),
        settings: { ...settings, launch: { ...settings.launch, port, startTimeoutMs: 20_000, ...launch } },
        run,
        network,
        clock: realClock,
        logger,
        env: process.env,
        platform: process.platform,
        ...more,
      };
    },
  };
}

/** Asks until it is so; a bound against hanging is that of the test. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
