// The cost of supervision: start, stop and restart of a tiny server, directly and with the kind `managed`.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inFolder } from "./folders.js";
import { freePort } from "./free-port.js";
import { createComfy } from "./managed-server.js";
import { added, amount, mapValues, median, ratio, takeTurns, timed } from "./measure.js";
import { openPictor } from "./open-pictor.js";
import { pluginSource } from "./places.js";
import { printTable } from "./table.js";

const rounds = amount(15);
const barMs = 150;
/** Interval at which the directly started server is polled until it is ready. */
const pollMs = 5;
const parts = ["start", "stop", "restart"] as const;

type Part = (typeof parts)[number];
type Way = Readonly<Record<Part | "close", () => Promise<unknown>>>;

/** The minimum without Pictor: a child process with its output in a file, polled until it answers. */
function byHand(comfy: string, port: number): Way {
  let child: ChildProcess | undefined;
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/system_stats`).then(
      async (reply) => {
        await reply.json();
        return true;
      },
      () => false,
    );
  const start = async () => {
    const log = await open(join(comfy, "server.log"), "a");
    child = spawn(process.execPath, ["main.py", "--port", String(port)], {
      cwd: comfy,
      stdio: ["ignore", log.fd, log.fd],
      detached: true,
    });
    await log.close();
    while (!(await answers())) await wait(pollMs);
  };
  const stop = async () => {
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  return { start, stop, restart: () => stop().then(start), close: async () => undefined };
}

async function managed(comfy: string, port: number): Promise<Way> {
  const bench = {
    kind: "managed",
    comfyDirectory: comfy,
    directory: join(comfy, "..", "instance"),
    python: process.execPath,
    launch: { port, manager: false },
  };
  const plugins = ["backend-managed", "backend-remote"].map(pluginSource);
  const pictor = await openPictor(comfy, { backends: { bench } }, { builtins: "none", plugins });
  const { backend } = await pictor.openBackend("bench");
  const { start, stop, restart } = backend.facets.lifecycle ?? {};
  if (start === undefined || stop === undefined || restart === undefined)
    throw new Error("the kind managed does not start servers");
  return {
    start: () => start(),
    stop: () => stop(),
    restart: () => restart("a bench"),
    close: () => pictor.dispose(),
  };
}

/** Milliseconds of a start, a restart and a stop. */
async function measureLifecycle(way: Way): Promise<Record<Part, number>> {
  const start = await timed(way.start);
  const restart = await timed(way.restart);
  return { start, restart, stop: await timed(way.stop) };
}

async function compare(folder: string): Promise<void> {
  const comfy = await createComfy(folder);
  const ways = { byHand: byHand(comfy, await freePort()), managed: await managed(comfy, await freePort()) };
  const variants = mapValues(ways, (way) => () => measureLifecycle(way));
  try {
    await takeTurns(variants, amount(2, 0)); // fills the file cache, and asks once which arguments there are
    const results = await takeTurns(variants, rounds);
    printTable(
      `managed (${rounds} rounds, medians; the bar is ${barMs} ms on top of the server by hand)`,
      ["", "by hand, ms", "managed, ms", "on top, ms", "ratio"],
      parts.map((part) => {
        const of = mapValues(results, (figures) => figures.map((figure) => figure[part]));
        return [
          part,
          median(of.byHand).toFixed(0),
          median(of.managed).toFixed(0),
          added(of.managed, of.byHand).toFixed(0),
          ratio(of.managed, of.byHand).toFixed(2),
        ];
      }),
    );
  } finally {
    for (const { close } of Object.values(ways)) await close();
  }
}

export const run = (): Promise<void> => inFolder(compare);
