// The gateway before a pool of four servers: unchanged clients queue their prompts at once, and each one has to get every picture
// with the bytes that the member has.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fork, spawn } from "node:child_process";
import { amount } from "../measure.mjs";
import { commandPath, importPackage } from "../packages.mjs";
import { installPeers } from "../peers/install.mjs";
import { printTable } from "../table.mjs";

const count = amount(100, 8);
/**
 * @saintno/comfyui-sdk is not among them: it takes the success of any prompt for the end of all that have started, and reports those that
 * still run as failed, so that one client of it cannot use several servers at once.
 */
const clients = {
  "@stable-canvas/comfyui-client": "../peers/stable-canvas.mjs",
  "@artifyfun/comfy-ui-client": "../peers/comfy-ui-client.mjs",
};
const names = ["a", "b", "c", "d"];

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const bytesAt = async (url) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** `pictor serve` with a port for the pool. */
async function startGateway(folder, servers) {
  const members = names.map((name, at) => [name, { kind: "remote", baseUrl: servers[at] }]);
  const backends = { ...Object.fromEntries(members), farm: { kind: "pool", members: names } };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backends }));
  const own = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, PICTOR_TRUST: "1" };
  const command = [commandPath, "serve", "--port", "0", "--comfy", "0=farm", "--json"];
  const child = spawn(process.execPath, command, {
    ...{ cwd: folder, env: { ...process.env, ...own }, stdio: ["ignore", "pipe", "inherit"] },
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: `${JSON.parse(line).comfy[0].url}/`, child };
}

/** Runs `count` prompts of one client at once. Resolves to what arrived, and on which members it was made. */
async function runClient(load, url, servers, { exampleGraph }, firstSeed) {
  const { connect } = await import(load);
  const client = await connect(url);
  const started = performance.now();
  const results = await Promise.all(
    Array.from(
      { length: count },
      (_, index) => client.run(exampleGraph({ seed: firstSeed + index, steps: 2 })).ending,
    ),
  );
  const ms = performance.now() - started;
  await client.close?.();
  const members = new Map(names.map((name) => [name, 0]));
  let right = 0;
  for (const { status, files } of results) {
    const [file] = files;
    if (status !== "finished" || file === undefined) continue;
    const [member, ...rest] = file.subfolder.split("/");
    const query = (subfolder) =>
      new URLSearchParams({ filename: file.filename, subfolder, type: file.type ?? "output" }).toString();
    const got = file.bytes ?? (await bytesAt(`${url}view?${query(file.subfolder)}`));
    const own = await bytesAt(`${servers[names.indexOf(member)]}view?${query(rest.join("/"))}`);
    if (own.length > 0 && sha256(got) === sha256(own)) right++;
    members.set(member, members.get(member) + 1);
  }
  const reasons = [...new Set(results.flatMap(({ reason }) => reason || []))];
  const distinct = new Set(
    results.flatMap(({ files }) => files.map(({ subfolder, filename }) => subfolder + "/" + filename)),
  );
  return { ms, right, members, reasons, distinct: distinct.size };
}

export async function run() {
  if (!installPeers()) return;
  const testing = await importPackage("@pictor/backend-embedded/testing");
  const folder = mkdtempSync(join(tmpdir(), "pictor-pool-clients-"));
  const farm = fork(new URL("pool-servers.mjs", import.meta.url), [String(names.length)]);
  const [servers] = await once(farm, "message");
  const { url, child } = await startGateway(folder, servers);
  try {
    const rows = [];
    let firstSeed = 1;
    for (const [name, load] of Object.entries(clients)) {
      const { ms, right, members, reasons, distinct } = await runClient(
        load,
        url,
        servers,
        testing,
        firstSeed,
      );
      firstSeed += count;
      rows.push([
        name,
        `${right} of ${count}`,
        String(distinct),
        [...members.values()].join(" "),
        `${(ms / 1000).toFixed(1)} s`,
        reasons.join("; "),
      ]);
    }
    printTable(
      `${count} prompts of each client over a pool of ${names.length}`,
      ["client", "right pictures", "files", "on each member", "in", "reasons"],
      rows,
    );
  } finally {
    child.kill("SIGINT");
    await once(child, "exit");
    farm.disconnect();
    await once(farm, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}
