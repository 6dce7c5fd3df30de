// The cost of generating, compared with other clients: `npm run bench -- generation [PART ...]`. See bench/README.md.

import { clients } from "../peers/clients.mjs";
import { isQuick } from "../measure.mjs";
import { installPeers } from "../peers/install.mjs";

/** The module and the function of each part. */
const parts = {
  overhead: ["./overhead.mjs", "overhead"],
  previews: ["./floods.mjs", "previewFlood"],
  events: ["./floods.mjs", "eventFlood"],
  transfer: ["./transfer.mjs", "transfer"],
  graphs: ["./graphs.mjs", "graphs"],
  catalog: ["./catalog.mjs", "catalog"],
  recovery: ["./recovery.mjs", "recovery"],
};

export async function run(wanted = []) {
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown}; there are ${Object.keys(parts).join(", ")}.`);
  const hasPeers = !isQuick && installPeers();
  if (!hasPeers && !isQuick) console.error("Going on without them.");
  const names = Object.keys(clients).filter((name) => hasPeers || !clients[name].isPeer);
  for (const [name, [module, work]] of Object.entries(parts)) {
    // An outage of several seconds cannot be shortened.
    const isWanted = wanted.length > 0 ? wanted.includes(name) : !(isQuick && name === "recovery");
    if (!isWanted) continue;
    await (await import(module))[work](names);
  }
}
