// Chooses a port by trying to listen on it, and describes what uses a busy one.

import { createServer, isIPv6 } from "node:net";
import type { Instance } from "../instance.js";
import { managedFault } from "../faults.js";
import { probe, type ProbeOptions } from "./probe-server.js";
import type { Address } from "./server-address.js";

type PortTrial =
  | { readonly kind: "free"; readonly port: number }
  | { readonly kind: "busy"; readonly host: string }
  | { readonly kind: "refused"; readonly host: string; readonly reason: string };

/** Number of further ports that are tried after a busy one. */
const nextPorts = 200;

/** Listens as Python's asyncio does: IPv6 sockets accept no IPv4. Port 0 chooses a free port. */
function listen(host: string, port: number): Promise<PortTrial> {
  return new Promise((settle) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isBusy = error.code === "EADDRINUSE";
      settle(isBusy ? { kind: "busy", host } : { kind: "refused", host, reason: refusalReason(error, port) });
    });
    server.listen({ host, port, exclusive: true, ipv6Only: isIPv6(host) }, () => {
      const bound = server.address();
      server.close(() =>
        settle({ kind: "free", port: typeof bound === "object" && bound !== null ? bound.port : port }),
      );
    });
  });
}

function refusalReason({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === "EACCES") return `ports below 1024 need special permission, and ${port} was refused`;
  if (code === "EADDRNOTAVAIL") return "this machine does not have that address";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host name does not resolve";
  return code ?? message;
}

/** Tries all addresses. A refused `::` among several is ignored: the machine may lack IPv6. */
export async function tryPort(hosts: readonly string[], wanted: number): Promise<PortTrial> {
  let port = wanted;
  for (const host of hosts) {
    const trial = await listen(host, port);
    if (trial.kind === "free") port = trial.port;
    else if (trial.kind === "busy" || hosts.length === 1 || host !== "::") return trial;
  }
  return { kind: "free", port };
}

/** Ports on which servers of this process will listen soon. */
const reservedPorts = new Set<number>();

export interface ChosenPort {
  readonly port: number;
  /** Ends the reservation of the port within this process. */
  releasePort(): void;
}

/** Chooses a port. Rejects with `MANAGED_PORT_IN_USE` or `MANAGED_ADDRESS_UNUSABLE`. */
export async function choosePort(
  instance: Instance,
  { hosts, port: wanted, url }: Address,
  options: ProbeOptions,
): Promise<ChosenPort> {
  const { portInUse } = instance.settings.launch;
  const last = wanted === 0 || portInUse === "fail" ? wanted : Math.min(65_535, wanted + nextPorts);
  let busyHost: string | undefined;
  for (let port = wanted; port <= last; port++) {
    const isReserved = port !== 0 && reservedPorts.has(port);
    const trial: PortTrial = isReserved ? { kind: "busy", host: hosts[0] ?? "" } : await tryPort(hosts, port);
    options.signal?.throwIfAborted();
    if (trial.kind === "refused") {
      const { host, reason } = trial;
      throw managedFault("MANAGED_ADDRESS_UNUSABLE", { name: instance.name, host, port, reason });
    }
    if (trial.kind === "free") {
      reservedPorts.add(trial.port);
      return { port: trial.port, releasePort: () => void reservedPorts.delete(trial.port) };
    }
    busyHost ??= trial.host;
  }
  const who = await describeOccupant(instance, url, options);
  const details = { name: instance.name, host: busyHost ?? "", port: wanted, who };
  throw managedFault("MANAGED_PORT_IN_USE", details);
}

async function describeOccupant(instance: Instance, url: string, options: ProbeOptions): Promise<string> {
  const answer = await probe(instance, url, options);
  if (answer.kind === "server")
    return `a ComfyUI${answer.version === undefined ? "" : ` ${answer.version}`} that was not started for this instance`;
  return answer.kind === "silent" ? "a program that does not speak HTTP there" : "another program";
}
