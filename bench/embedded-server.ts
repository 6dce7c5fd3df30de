// A process of its own: embedded servers without previews. Arguments: how many (default 1), and the milliseconds of each sampling
// step (default: none). Tells their addresses.

import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { removeFolder } from "./folders.js";
import { endWithParent, tell } from "./processes.js";

const [count = "1", stepMs] = process.argv.slice(2);
const faults = stepMs === undefined ? [] : [{ kind: "slow-steps", ms: Number(stepMs) } as const];
const servers = await Promise.all(
  Array.from({ length: Number(count) }, () => startEmbeddedServer({ previews: "none", faults })),
);
endWithParent(() =>
  Promise.all(
    servers.map(async (server) => {
      await server.close();
      await removeFolder(server.directory);
    }),
  ),
);
tell(servers.map(({ url }) => url));
