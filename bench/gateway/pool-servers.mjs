// A process of its own with the servers of a pool, so that they do not hold up the clients.

import { importPackage } from "../packages.mjs";

const { startEmbeddedServer } = await importPackage("@pictor/backend-embedded/testing");
const servers = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () => startEmbeddedServer()),
);
process.send(servers.map(({ url }) => url));
process.once("disconnect", () => {
  void Promise.all(servers.map((server) => server.close())).finally(() => process.exit());
});
