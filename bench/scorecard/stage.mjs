// A child process: a new server for one case. Either the embedded one, behind the proxy if necessary, or the proxy
// in front of a real one; with a gateway, the clients reach that, and it reaches the server. The message `{ faults }` replaces the faults; the reply `{ set: true }` confirms it.

import { rm } from "node:fs/promises";
import { importPackage } from "../packages.mjs";
import { startDistance } from "./distance.mjs";
import { startGateway } from "./gateway.mjs";
import { proxyOnly, startProxy } from "./proxy.mjs";

const [backend, inFront, gateway] = JSON.parse(process.argv[2]);

async function startEmbedded() {
  const { startEmbeddedServer } = await importPackage("@pictor/backend-embedded/testing");
  const server = await startEmbeddedServer({ control: true });
  return {
    place: { url: server.url, direct: server.url, directory: server.directory },
    set: (faults) => server.faults.set(faults),
    async close() {
      await server.close();
      await rm(server.directory, { recursive: true, force: true });
    },
  };
}

async function startBefore(address) {
  const proxy = await startProxy(address);
  return { place: { url: proxy.url, direct: address }, set: proxy.set, close: proxy.close };
}

async function startBoth() {
  const server = await startEmbedded();
  const proxy = await startBefore(server.place.url);
  return {
    place: { ...server.place, url: proxy.place.url },
    set(faults) {
      server.set(faults.filter(({ kind }) => !proxyOnly.has(kind)));
      proxy.set(faults.filter(({ kind }) => proxyOnly.has(kind)));
    },
    async close() {
      proxy.close();
      await server.close();
    },
  };
}

const behind = await (backend ? startBefore(backend) : inFront ? startBoth() : startEmbedded());
const startFront = (url, name) => (name === "distance" ? startDistance(url) : startGateway(url, name));
const front = gateway && (await startFront(behind.place.url, gateway));
const stage = {
  ...behind,
  place: { ...behind.place, ...(front && { url: front.url }) },
  async close() {
    await front?.close();
    await behind.close();
  },
};
process.on("message", ({ faults }) => {
  stage.set(faults);
  process.send({ set: true });
});
process.once("disconnect", () => void Promise.resolve(stage.close()).finally(() => process.exit()));
process.send(stage.place);
