// Decides which addresses belong to other machines, for requests that may not reach this machine or its local network
// link.

import { lookup as resolveName, type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { fault, withoutBrackets } from "@pictor/kernel";
import { isLocalName } from "./local-names.js";

/** Receives the addresses of a name, or an error and no addresses. */
type Found = (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void;
/** Resolves a name to all its addresses. */
export type ResolveAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  found: Found,
) => void;

/** The refused networks of IPv4. */
const refusedIPv4 = [
  // This host, loopback addresses, and link-local addresses (RFC 6890), which include the metadata services of most
  // clouds
  ...[["0.0.0.0", 8] as const, ["127.0.0.0", 8] as const, ["169.254.0.0", 16] as const],
  // Metadata services with other addresses: Alibaba, Oracle, Azure
  ...[["100.100.100.200", 32] as const, ["192.0.0.192", 32] as const, ["168.63.129.16", 32] as const],
] as const;

/** The refused networks. A BlockList also recognizes IPv4-mapped IPv6 addresses (RFC 4291 section 2.5.5.2). */
const refused = new BlockList();
for (const [network, prefix] of refusedIPv4) {
  refused.addSubnet(network, prefix, "ipv4");
  const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number);
  const inner = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
  // The same networks as NAT64 (RFC 6052), IPv4-translated (RFC 2765) and 6to4 (RFC 3056) write them
  refused.addSubnet(`64:ff9b::${inner}`, 96 + prefix, "ipv6");
  refused.addSubnet(`::ffff:0:${inner}`, 96 + prefix, "ipv6");
  refused.addSubnet(`2002:${inner}::`, 16 + prefix, "ipv6");
}
for (const [network, prefix] of [
  // Unspecified, loopback and IPv4-compatible addresses; link-local and former site-local addresses (RFC 4291)
  ...[["::", 96] as const, ["fe80::", 10] as const, ["fec0::", 10] as const],
  // A NAT64 of the own network (RFC 8215): where it writes the address of IPv4 is not known
  ["64:ff9b:1::", 48] as const,
  // Metadata services: Amazon, Google
  ...[["fd00:ec2::", 32] as const, ["fd20:ce::", 32] as const],
] as const)
  refused.addSubnet(network, prefix, "ipv6");

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether an IP address belongs to this machine: servers that listen on all addresses answer there too. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const interfaces of Object.values(networkInterfaces()))
    for (const { address: one } of interfaces ?? []) own.addAddress(one, familyOf(one));
  return own.check(address, familyOf(address));
}

/** Whether an IP address belongs to another machine, and is neither link-local nor that of a metadata service. */
export function isRemoteAddress(given: string): boolean {
  const address = given.split("%", 1)[0] ?? given;
  return isIP(address) !== 0 && !refused.check(address, familyOf(address)) && !isOwn(address);
}

export const addressRefused = (host: string) => fault("REQUEST_ADDRESS_REFUSED", { host });

/**
 * Whether a host is refused without a look-up: an IP address that is not remote, or a name of loopback (RFC 6761
 * section 6.3).
 */
export const isRefusedHost = (hostname: string): boolean => {
  const host = withoutBrackets(hostname);
  return isLocalName(host) || (isIP(host) !== 0 && !isRemoteAddress(host));
};

/**
 * Resolves names for connections, and fails with `REQUEST_ADDRESS_REFUSED` if one of the addresses is not remote. The connection
 * is opened to the addresses that were checked, so that a name cannot change its address in between (DNS rebinding).
 */
export const remoteLookup =
  (resolveAll: ResolveAll = resolveName): LookupFunction =>
  (hostname, options, callback) =>
    resolveAll(hostname, { ...options, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null) callback(error, "");
      else if (first === undefined || !addresses.every(({ address }) => isRemoteAddress(address)))
        callback(addressRefused(hostname), "");
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
