// The cost of supervision: start, stop and restart of a tiny server, directly and with the kind `managed`.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createComfy } from "./managed-server.mjs";
import { amount, median, ratio, takeTurns } from "./measure.mjs";
import { importPackage, pluginSource } from "./packages.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(15);
const barMs = 150;
/** Interval at which the directly started server is polled until it is ready. */
const pollMs = 5;
const parts = ["start", "stop", "restart"];

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** The minimum without Pictor: a child process with its output in a file, polled until it answers. */
function byHand(comfy, port) {
  let child;
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/system_stats`).then(
      (reply) => reply.json(),
      () => undefined,
    );
  const start = async () => {
    const log = await open(join(comfy, "server.log"), "a");
    child = spawn(process.execPath, ["main.py", "--port", String(port)], {
      cwd: comfy,
      stdio: ["ignore", log.fd, log.fd],
      detached: true,
    });
    await log.close();
    while ((await answers()) === undefined) await new Promise((resolve) => setTimeout(resolve, pollMs));
  };
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  return { start, stop, restart: () => stop().then(start), close: async () => undefined };
}

async function managed(comfy, port) {
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const directory = join(comfy, "..", "instance");
  const bench = {
    kind: "managed",
    comfyDirectory: comfy,
    directory,
    python: process.execPath,
    launch: { port, manager: false },
  };
  const pictor = await createPictor({
    builtins: "none",
    plugins: ["backend-managed", "backend-remote"].map(pluginSource),
    configuration: await loadConfiguration({ directory: comfy, flags: { backends: { bench } } }),
  });
  const { backend } = await pictor.openBackend("bench");
  const { start, stop, restart } = backend.facets.lifecycle;
  return { start, stop, restart: () => restart("a bench"), close: () => pictor.dispose() };
}

/** Milliseconds of a start, a restart and a stop. */
async function measureLifecycle({ start, stop, restart }) {
  const took = {};
  for (const [name, act] of [
    ["start", start],
    ["restart", restart],
    ["stop", stop],
  ]) {
    const began = performance.now();
    await act();
    took[name] = performance.now() - began;
  }
  return took;
}

export async function run() {
  const folder = await mkdtemp(join(tmpdir(), "pictor-bench-"));
  const comfy = await createComfy(folder);
  const ways = {
    "by hand": byHand(comfy, await freePort()),
    managed: await managed(comfy, await freePort()),
  };
  try {
    const variants = Object.fromEntries(
      Object.entries(ways).map(([name, way]) => [name, () => measureLifecycle(way)]),
    );
    await takeTurns(variants, amount(2, 0)); // fills the file cache, and asks once which arguments there are
    const results = await takeTurns(variants, rounds);
    printTable(
      `managed (${rounds} rounds, medians; the bar is ${barMs} ms on top of the server by hand)`,
      ["", "by hand, ms", "managed, ms", "on top, ms", "ratio"],
      parts.map((part) => {
        const [bare, ours] = Object.values(results).map((figures) => figures.map((figure) => figure[part]));
        const onTop = median(ours.map((ms, round) => ms - bare[round]));
        return [
          part,
          median(bare).toFixed(0),
          median(ours).toFixed(0),
          onTop.toFixed(0),
          ratio(ours, bare).toFixed(2),
        ];
      }),
    );
  } finally {
    for (const { close } of Object.values(ways)) await close();
    await rm(folder, { recursive: true, force: true });
  }
}
