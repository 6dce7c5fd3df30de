// The gateway: what it adds to a request and to a frame, and how much memory large bodies take.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { amount, median, ratio, takeTurns } from "../measure.mjs";
import { commandPath } from "../packages.mjs";
import { start } from "../processes.mjs";
import { printTable } from "../table.mjs";

const rounds = amount(15);
const perRound = amount(300, 10);
const bodyBytes = amount(200, 10) * 1024 * 1024;
const previewBytes = 20_000;
/** The password of the profile, so that a request passes a scheme as usual. */
const environment = { BENCH_PASSWORD: "pass-word-of-the-gateway" };

/** `pictor serve` with a port for the server. Resolves to its address and its process. */
async function startGateway(folder, baseUrl) {
  const settings = { username: "anna", password: { $env: "BENCH_PASSWORD" } };
  const configuration = {
    backends: { studio: { kind: "remote", baseUrl, apiPrefix: "", auth: "studio" } },
    profiles: { studio: { type: "basic", schemes: { basic: settings } } },
  };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify(configuration));
  const env = {
    ...process.env,
    ...environment,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    PICTOR_TRUST: "1",
  };
  const parameters = ["serve", "--port", "0", "--comfy", "0=studio", "--json"];
  const child = spawn(process.execPath, [commandPath, ...parameters], {
    ...{ cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] },
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: `${JSON.parse(line).comfy[0].url}/`, child };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(url, { method = "GET", body } = {}) {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method, agent, headers: body && { "content-length": bodyBytes } },
      (response) => {
        let received = 0;
        response.on("data", (part) => (received += part.length));
        response.on("end", () => resolve({ status: response.statusCode, received }));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    if (body === undefined) request.end();
    else void body(request);
  });
}

async function repeat(work) {
  const times = [];
  while (times.length < perRound) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times);
}

async function openEcho(url) {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}ws`, { perMessageDeflate: false });
  await once(socket, "open");
  const frame = Buffer.alloc(previewBytes, 1);
  const echo = () =>
    new Promise((resolve) => {
      socket.once("message", resolve);
      socket.send(frame);
    });
  return { echo, close: () => socket.terminate() };
}

/** Writes a body of `bodyBytes` as fast as it is taken. */
async function fill(request) {
  const part = Buffer.alloc(256 * 1024, 5);
  for (let sent = 0; sent < bodyBytes; sent += part.length)
    if (!request.write(part)) await once(request, "drain");
  request.end();
}

/** Resident memory of a process in bytes; undefined on systems without /proc. */
function residentBytes(pid) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The most memory that the process had during the work, less what it had before. */
async function extraMemory(pid, work) {
  const before = residentBytes(pid);
  if (before === undefined) return undefined;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentBytes(pid) ?? 0)), 5);
  await work();
  clearInterval(watch);
  return (most - before) / 2 ** 20;
}

const shown = (mebibytes) => (mebibytes === undefined ? "unknown" : mebibytes.toFixed(1));

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "pictor-bench-"));
  const server = await start(import.meta.url, "./server.mjs");
  const gateway = await startGateway(folder, server.hello);
  const bare = await start(import.meta.url, "./bare-proxy.mjs", [server.hello]);
  const places = { direct: server.hello, bare: bare.hello, gateway: gateway.url };
  try {
    const requests = await takeTurns(
      Object.fromEntries(
        Object.entries(places).map(([name, url]) => [name, () => repeat(() => send(`${url}prompt`))]),
      ),
      rounds,
    );
    const echoes = {};
    for (const [name, url] of Object.entries(places)) echoes[name] = await openEcho(url);
    const frames = await takeTurns(
      Object.fromEntries(Object.entries(echoes).map(([name, { echo }]) => [name, () => repeat(echo)])),
      rounds,
    );
    for (const { close } of Object.values(echoes)) close();
    const added = (results, name) =>
      median(results[name].map((ms, round) => ms - results.direct[round])).toFixed(3);
    const row = (title, results) => [
      title,
      median(results.direct).toFixed(3),
      added(results, "bare"),
      added(results, "gateway"),
      ratio(results.gateway, results.bare).toFixed(2),
    ];
    printTable(
      "Through the gateway, one after another (p50 ms; goal of a request + 0.3 ms)",
      ["", "direct", "a bare proxy adds", "the gateway adds", "gateway / bare proxy"],
      [row("a request of 1 kB", requests), row("a frame of 20 kB, there and back", frames)],
    );
    const { pid } = gateway.child;
    const download = await extraMemory(pid, () => send(`${gateway.url}view?bytes=${bodyBytes}`));
    const upload = await extraMemory(pid, () =>
      send(`${gateway.url}upload/image`, { method: "POST", body: fill }),
    );
    printTable(
      `Memory of the gateway's process for ${bodyBytes / 2 ** 20} MiB (goal: less than 64 MiB more)`,
      ["", "MiB more"],
      [
        ["download", shown(download)],
        ["upload", shown(upload)],
      ],
    );
  } finally {
    agent.destroy();
    server.end();
    bare.end();
    gateway.child.kill("SIGINT");
    await once(gateway.child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}
