// How far away a host is, by its name alone: this machine, a private network, or the public one.

import { BlockList, isIP } from "node:net";
import { isLoopback } from "../protocol/endpoint-url.js";

export type Reach = "loopback" | "private" | "public";

const privateAddresses = new BlockList();
// RFC 6890, as far as somebody may answer there. Link-local ones are where clouds keep the secrets of a machine.
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  // Multicast, and what is reserved above it.
  ["224.0.0.0", 3],
] as const) {
  privateAddresses.addSubnet(address, prefix, "ipv4");
}
for (const [address, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  // 6to4 carries any IPv4 address inside of it, a private one too.
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  privateAddresses.addSubnet(address, prefix, "ipv6");
}

/** What public DNS does not hold: single labels, RFC 6761, RFC 6762, RFC 8375, and what routers hand out. */
const privateName = /^[^.]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/;

/** `hostname` as URL writes it. Names are not looked up: a public one may still lead to a private address. */
export function reachOf(hostname: string): Reach {
  if (isLoopback(hostname)) return "loopback";
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const version = isIP(name);
  const isPrivate =
    version === 0 ? privateName.test(name) : privateAddresses.check(name, version === 4 ? "ipv4" : "ipv6");
  return isPrivate ? "private" : "public";
}
