// The gateway: what it adds to a request and to a frame, and how much memory large bodies take.

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request as httpRequest, type ClientRequest } from "node:http";
import { join } from "node:path";
import { WebSocket } from "ws";
import { inFolder } from "../folders.js";
import { added, amount, mapValues, median, ratio, repeated, takeTurns } from "../measure.js";
import { memoryOf, shown } from "../process-figures.js";
import { start } from "../processes.js";
import { startServe, type StartedCommand } from "../start-command.js";
import { printTable } from "../table.js";

const rounds = amount(15);
const perRound = amount(300, 10);
const bodyBytes = amount(200, 10) * 1024 * 1024;
const previewBytes = 20_000;
/** The password of the profile, so that a request passes a scheme as usual. */
const environment = { BENCH_PASSWORD: "pass-word-of-the-gateway" };

/** `pictor serve` with a port for the server. */
function startGateway(folder: string, baseUrl: string): Promise<StartedCommand> {
  const settings = { username: "anna", password: { $env: "BENCH_PASSWORD" } };
  const configuration = {
    backends: { studio: { kind: "remote", baseUrl, apiPrefix: "", auth: "studio" } },
    profiles: { studio: { type: "basic", schemes: { basic: settings } } },
  };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify(configuration));
  return startServe(folder, ["--comfy", "0=studio"], environment);
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request, whose body `fill` writes, and reads the reply. */
const send = (url: string, fill?: (request: ClientRequest) => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = fill && { method: "POST", headers: { "content-length": bodyBytes } };
    const request = httpRequest(url, { agent, ...options }, (response) => {
      response.on("end", resolve).on("error", reject).resume();
    });
    request.on("error", reject);
    if (fill === undefined) request.end();
    else fill(request).catch(reject);
  });

/** The median of some calls, one after another. */
const usual = async (work: () => Promise<unknown>): Promise<number> => median(await repeated(perRound, work));

async function openEcho(url: string) {
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
async function fillBody(request: ClientRequest): Promise<void> {
  const part = Buffer.alloc(256 * 1024, 5);
  for (let sent = 0; sent < bodyBytes; sent += part.length)
    if (!request.write(part)) await once(request, "drain");
  request.end();
}

/** The most memory that the process had during the work, less what it had before, in mebibytes. */
async function extraMemory(pid: number, work: () => Promise<void>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 5);
  await work();
  clearInterval(watch);
  return most - before;
}

type Places = Readonly<Record<"direct" | "bare" | "gateway", string>>;

async function compareTimes(places: Places): Promise<void> {
  const requests = await takeTurns(
    mapValues(places, (url) => () => usual(() => send(`${url}prompt`))),
    rounds,
  );
  const echoes = {
    direct: await openEcho(places.direct),
    bare: await openEcho(places.bare),
    gateway: await openEcho(places.gateway),
  };
  const frames = await takeTurns(
    mapValues(
      echoes,
      ({ echo }) =>
        () =>
          usual(echo),
    ),
    rounds,
  );
  for (const { close } of Object.values(echoes)) close();
  const row = (title: string, { direct, bare, gateway }: Record<keyof Places, number[]>) => [
    title,
    median(direct).toFixed(3),
    added(bare, direct).toFixed(3),
    added(gateway, direct).toFixed(3),
    ratio(gateway, bare).toFixed(2),
  ];
  printTable(
    "Through the gateway, one after another (p50 ms; goal of a request + 0.3 ms)",
    ["", "direct", "a bare proxy adds", "the gateway adds", "gateway / bare proxy"],
    [row("a request of 1 kB", requests), row("a frame of 20 kB, there and back", frames)],
  );
}

async function measureMemory({ pid, comfyUrl }: StartedCommand): Promise<void> {
  const download = await extraMemory(pid, () => send(`${comfyUrl}view?bytes=${bodyBytes}`));
  const upload = await extraMemory(pid, () => send(`${comfyUrl}upload/image`, fillBody));
  printTable(
    `Memory of the gateway's process for ${bodyBytes / 2 ** 20} MiB (goal: less than 64 MiB more)`,
    ["", "MiB more"],
    [
      ["download", shown(download)],
      ["upload", shown(upload)],
    ],
  );
}

export const run = (): Promise<void> =>
  inFolder(async (folder) => {
    const server = await start<string>(import.meta.url, "./server.js");
    const gateway = await startGateway(folder, server.hello);
    const bare = await start<string>(import.meta.url, "./bare-proxy.js", [server.hello]);
    try {
      await compareTimes({ direct: server.hello, bare: bare.hello, gateway: gateway.comfyUrl });
      await measureMemory(gateway);
    } finally {
      agent.destroy();
      server.end();
      bare.end();
      await gateway.close();
    }
  });
