// A child process: the embedded server.

import { rm } from "node:fs/promises";
import { importPackage } from "../packages.mjs";

const { startEmbeddedServer } = await importPackage("@pictor/backend-embedded/testing");

const server = await startEmbeddedServer({ previews: "none" });
process.once("disconnect", async () => {
  await server.close();
  await rm(server.directory, { recursive: true, force: true });
  process.exit();
});
process.send(server.url);
