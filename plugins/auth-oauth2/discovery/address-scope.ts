// Whether a host is this machine, in a private network, or public, judged by its name alone.

import { BlockList, isIP } from "node:net";
import { bareHost } from "@pictor/kernel/plugin";
import { isLoopback } from "../endpoint-url.js";

export type AddressScope = "loopback" | "private" | "public";

const privateAddresses = new BlockList();
// Special-purpose ranges (RFC 6890) in which a host may answer. Clouds serve a machine's credentials at link-local addresses.
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
  // Multicast, and the reserved ranges above it.
  ["224.0.0.0", 3],
] as const) {
  privateAddresses.addSubnet(address, prefix, "ipv4");
}
for (const [address, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  // A 6to4 address can contain a private IPv4 address.
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  privateAddresses.addSubnet(address, prefix, "ipv6");
}

/** Names that public DNS does not have: single labels, RFC 6761, RFC 6762, RFC 8375, and common names of routers. */
const privateName = /^[^.]+$|\.(?:localhost|local|lan|internal|home\.arpa)$/;

/** `hostname` is a `URL.hostname`. It is not resolved, so a public name may still lead to a private address. */
export function addressScopeOf(hostname: string): AddressScope {
  if (isLoopback(hostname)) return "loopback";
  const name = bareHost(hostname);
  const version = isIP(name);
  const isPrivate =
    version === 0 ? privateName.test(name) : privateAddresses.check(name, version === 4 ? "ipv4" : "ipv6");
  return isPrivate ? "private" : "public";
}
