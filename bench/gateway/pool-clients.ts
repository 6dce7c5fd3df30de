// The gateway before a pool of four servers: unchanged clients queue their prompts at once, and each one has to get every picture
// with the bytes that the member has.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleGraph } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { inFolder } from "../folders.js";
import { amount } from "../measure.js";
import type { Ending } from "../peers/client.js";
import { clients, connectTo, type ClientName } from "../peers/clients.js";
import { havePeers } from "../peers/install.js";
import { queryOf } from "../peers/graph.js";
import { start } from "../processes.js";
import { startServe } from "../start-command.js";
import { printTable } from "../table.js";

const count = amount(100, 8);
/**
 * @saintno/comfyui-sdk is not among them: it takes the success of any prompt for the end of all that have started, and
 * reports those that still run as failed, so that one client of it cannot use several servers at once.
 */
const able = ["raw", "stable-canvas", "comfy-ui-client"] as const satisfies readonly ClientName[];
const names = ["a", "b", "c", "d"];

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const bytesAt = async (url: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer());

/** The member that made the picture; undefined if the picture is not right. */
async function memberOf(
  { status, files: [file] }: Ending,
  url: string,
  servers: readonly string[],
): Promise<string | undefined> {
  if (status !== "finished" || file === undefined) return undefined;
  const [member = "", ...rest] = file.subfolder.split("/");
  const got = file.bytes ?? (await bytesAt(`${url}view?${queryOf(file)}`));
  const server = servers[names.indexOf(member)];
  const own = await bytesAt(`${server}view?${queryOf({ ...file, subfolder: rest.join("/") })}`);
  return own.length > 0 && sha256(got) === sha256(own) ? member : undefined;
}

/** Runs `count` prompts of one client at once: a row of what arrived, and on which members it was made. */
async function runClient(
  name: ClientName,
  url: string,
  servers: readonly string[],
  firstSeed: number,
): Promise<readonly string[]> {
  const client = await connectTo(name, url);
  const started = performance.now();
  const results = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const graph = exampleGraph({ seed: firstSeed + index, steps: 2 }) as Graph;
      return client.run(graph).ending;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await client.close();
  const made = await Promise.all(results.map((result) => memberOf(result, url, servers)));
  const files = results.flatMap((result) => result.files).map((file) => `${file.subfolder}/${file.filename}`);
  return [
    clients[name].title,
    `${made.filter((member) => member !== undefined).length} of ${count}`,
    String(new Set(files).size),
    names.map((name) => made.filter((member) => member === name).length).join(" "),
    `${seconds.toFixed(1)} s`,
    [...new Set(results.map(({ reason }) => reason).filter(Boolean))].join("; "),
  ];
}

export async function run(): Promise<void> {
  const hasPeers = havePeers();
  await inFolder(async (folder) => {
    const farm = await start<readonly string[]>(import.meta.url, "../embedded-server.js", [
      String(names.length),
    ]);
    const members = names.map((name, at) => [name, { kind: "remote", baseUrl: farm.hello[at] }] as const);
    const backends = { ...Object.fromEntries(members), farm: { kind: "pool", members: names } };
    writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backends }));
    const gateway = await startServe(folder, ["--comfy", "0=farm"]);
    try {
      const rows = [];
      for (const name of able.filter((each) => hasPeers || !clients[each].isPeer))
        rows.push(await runClient(name, gateway.comfyUrl, farm.hello, 1 + rows.length * count));
      printTable(
        `${count} prompts of each client over a pool of ${names.length}`,
        ["client", "right pictures", "files", "on each member", "in", "reasons"],
        rows,
      );
    } finally {
      await gateway.close();
      farm.end();
    }
  });
}
