// A child process: an embedded server each of whose sampling steps takes some milliseconds.

import { rm } from "node:fs/promises";
import { importPackage } from "../packages.mjs";

const { startEmbeddedServer } = await importPackage("@pictor/backend-embedded/testing");

const ms = Number(process.argv[2]);
const server = await startEmbeddedServer({ previews: "none", faults: [{ kind: "slow-steps", ms }] });
process.once("disconnect", async () => {
  await server.close();
  await rm(server.directory, { recursive: true, force: true });
  process.exit();
});
process.send(server.url);
