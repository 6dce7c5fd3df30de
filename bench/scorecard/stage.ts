// A child process: a new server for one case. Either the embedded one, behind the proxy if necessary, or the proxy in
// front of a real one; with a gateway, the clients reach that, and it reaches the server. The message `{ faults }`
// replaces the faults; the reply confirms it.

import { startEmbeddedServer, type Fault } from "@pictor/backend-embedded/testing";
import { removeFolder } from "../folders.js";
import { answer, tell } from "../processes.js";
import type { CaseFault, Place, ProxyFault } from "./case.js";
import { startDistance } from "./distance.js";
import { startGateway, type Front } from "./gateway.js";
import { proxyOnly, startProxy } from "./proxy.js";
import type { GatewayName } from "./schemes.js";

export interface StageOptions {
  /** The address of a real server. Default: an embedded one. */
  readonly backend?: string | undefined;
  /** Whether the proxy stands in front of the embedded server. */
  readonly inFront: boolean;
  readonly gateway?: GatewayName | undefined;
}
export interface FaultOrder {
  readonly faults: readonly CaseFault[];
}

interface Stage {
  readonly place: Place;
  readonly set: (faults: readonly CaseFault[]) => void;
  readonly close: () => Promise<void> | void;
}

const isForProxy = (fault: CaseFault): fault is ProxyFault => proxyOnly.has(fault.kind);
const isForServer = (fault: CaseFault): fault is Fault => !isForProxy(fault);

async function startEmbedded(): Promise<Stage> {
  const server = await startEmbeddedServer({ control: true });
  return {
    place: { url: server.url, direct: server.url, directory: server.directory },
    set: (faults) => server.faults.set(faults.filter(isForServer)),
    async close() {
      await server.close();
      await removeFolder(server.directory);
    },
  };
}

async function startBefore(address: string): Promise<Stage> {
  const proxy = await startProxy(address);
  return { place: { url: proxy.url, direct: address }, set: proxy.set, close: proxy.close };
}

async function startBoth(): Promise<Stage> {
  const server = await startEmbedded();
  const proxy = await startBefore(server.place.url);
  return {
    place: { ...server.place, url: proxy.place.url },
    set(faults) {
      server.set(faults);
      proxy.set(faults.filter(isForProxy));
    },
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}

async function startFront(url: string, name: GatewayName | undefined): Promise<Front | undefined> {
  if (name === undefined) return undefined;
  return name === "distance" ? startDistance(url) : startGateway(url, name);
}

const { backend, inFront, gateway } = JSON.parse(process.argv[2] ?? "") as StageOptions;
const behind = await (backend !== undefined ? startBefore(backend) : inFront ? startBoth() : startEmbedded());
const front = await startFront(behind.place.url, gateway);

answer(
  ({ faults }: FaultOrder) => {
    behind.set(faults);
    return "set";
  },
  async () => {
    await front?.close();
    await behind.close();
  },
);
tell({ ...behind.place, ...(front && { url: front.url }) } satisfies Place);
