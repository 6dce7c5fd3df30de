// The cost of generating, compared with other clients: `npm run bench -- generation [PART ...]`. See bench/README.md.

import { clientNames, type ClientName } from "../peers/clients.js";
import { havePeers } from "../peers/install.js";
import { catalog } from "./catalog.js";
import { eventFlood, previewFlood } from "./floods.js";
import { graphs } from "./graphs.js";
import { overhead } from "./overhead.js";
import { recovery } from "./recovery.js";
import { transfer } from "./transfer.js";

const parts: Readonly<Record<string, (names: readonly ClientName[]) => Promise<void>>> = {
  overhead,
  previews: previewFlood,
  events: eventFlood,
  transfer,
  graphs,
  catalog,
  recovery,
};

export async function run(wanted: readonly string[] = []): Promise<void> {
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.`);
  const names = clientNames({ withPeers: havePeers() });
  for (const [name, measure] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await measure(names);
}
