// A program: the local API before a remote backend, which tells on request what it holds. Arguments: a folder, the
// backend's address.

import { join } from "node:path";
import { createPictor, loadConfiguration } from "@pictor/host";
import { createServer } from "@pictor/server";
import { collectGarbage } from "../collect-garbage.test.support.js";

/** What the process holds after garbage collection. */
export interface Held {
  readonly heapMegabytes: number;
  readonly sockets: number;
  readonly timers: number;
}
export interface Hello {
  readonly url: string;
  readonly token: string;
}

const [folder = "", baseUrl = ""] = process.argv.slice(2);
const configuration = await loadConfiguration({
  directory: folder,
  flags: {
    backend: "farm",
    backends: { farm: { kind: "remote", baseUrl } },
    outputs: { directory: join(folder, "outputs") },
  },
});
const server = await createServer({
  folder: join(folder, "server"),
  // Small, so that both are full after the first 300 jobs: from then on nothing may grow. A key is known as long as its job.
  eventsKept: 3_000,
  jobsKept: 300,
  createPictor: (interaction) => createPictor({ interaction, configuration }),
});

async function held(): Promise<Held> {
  await collectGarbage();
  const resources = process.getActiveResourcesInfo();
  const count = (name: string): number => resources.filter((each) => each === name).length;
  const heapMegabytes = process.memoryUsage().heapUsed / 1e6;
  return { heapMegabytes, sockets: count("TCPSocketWrap"), timers: count("Timeout") };
}

process.on("message", (message) => {
  if (message === "held") void held().then((found) => process.send?.(found));
  else void server.close().then(() => process.disconnect());
});
process.send?.({ url: server.url, token: server.token } satisfies Hello);
