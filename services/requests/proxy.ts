// Chooses the proxy for an address, if any. Pure.

import { BlockList, isIP, isIPv6 } from "node:net";
import { unescape } from "node:querystring";
import { bareHost, fault } from "@pictor/kernel";
import { isLocalName } from "./local-names.js";

export interface Proxy {
  /** Scheme, host and port. Safe to show in errors. */
  readonly origin: string;
  /** `user:password` (RFC 7617), percent-decoded. Sent to the proxy only. */
  readonly credentials?: string;
}

export interface ProxySettings {
  /**
   * The proxy for http: and ws: addresses. `invalid` names the setting or variable whose text is not a proxy address.
   */
  readonly http: Proxy | { readonly invalid: string } | undefined;
  /** The proxy for https: and wss: addresses. */
  readonly https: Proxy | { readonly invalid: string } | undefined;
  /** Hosts that are reached without a proxy, in the notation of NO_PROXY. */
  readonly no: readonly string[];
  /** Whether loopback addresses use the proxy; by default they are reached directly. */
  readonly loopback: boolean;
}

/** Parses a proxy address; `http:` is the default scheme. `source` names the setting or variable for errors. */
export function readProxy(text: string, source: string): Proxy | { readonly invalid: string } {
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return { invalid: source };
  // After an unencoded / # or ? in the password, a part of it would be the host, which is looked up and shown.
  if (`${url.pathname}${url.search}${url.hash}`.includes("@")) return { invalid: source };
  const credentials = `${unescape(url.username)}:${unescape(url.password)}`;
  return credentials === ":" ? { origin: url.origin } : { origin: url.origin, credentials };
}

/** The Proxy-Authorization header (RFC 9110 section 11.7.2) as name and value; empty without credentials. */
export const proxyAuthorization = ({ credentials }: Proxy): readonly string[] =>
  credentials === undefined
    ? []
    : ["proxy-authorization", `Basic ${Buffer.from(credentials).toString("base64")}`];

const family = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/** Whether an IP address is in a subnet: an address, with or without a prefix length (RFC 4632). */
function isInSubnet(host: string, subnet: string): boolean {
  const [address = "", prefix = isIPv6(address) ? "128" : "32"] = subnet.split("/");
  if (isIP(host) === 0 || isIP(address) === 0 || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (isIPv6(address) ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), family(address));
  return list.check(host, family(host));
}

const defaultPorts = { "http:": "80", "ws:": "80", "https:": "443", "wss:": "443" };
/** The port of an http:, https:, ws: or wss: address, by default that of its scheme. */
export const portOf = ({ protocol, port }: { readonly protocol: string; readonly port: string }): string =>
  port || defaultPorts[protocol as keyof typeof defaultPorts];

/** The loopback addresses, for IPv6 only. A BlockList also recognizes IPv4-mapped IPv6 addresses. */
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Whether an address has a loopback IP or the name localhost (RFC 6761 section 6.3). */
export function isLoopback(url: Readonly<URL>): boolean {
  const host = bareHost(url.hostname);
  if (isLocalName(host)) return true;
  // URLs normalize IPv4 addresses to four decimal numbers, so a prefix is enough; this runs for every request.
  return isIP(host) === 4 ? host.startsWith("127.") : isIPv6(host) && loopback.check(host, "ipv6");
}

/** Whether an entry of NO_PROXY covers an address. A name covers its subdomains, with or without a leading dot. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const parts = isIPv6(entry) ? undefined : /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry);
  const [, name = entry, only = port] = parts ?? [];
  const suffix = bareHost(name.toLowerCase().replace(/^\*?\./, ""));
  return only === port && (host === suffix || host.endsWith(`.${suffix}`) || isInSubnet(host, suffix));
}

/** The proxy for an http:, https:, ws: or wss: address; undefined for none. Throws `NETWORK_PROXY_INVALID`. */
export function proxyFor(url: URL, settings: ProxySettings): Proxy | undefined {
  const proxy = url.protocol === "https:" || url.protocol === "wss:" ? settings.https : settings.http;
  if (proxy === undefined) return undefined;
  const host = bareHost(url.hostname);
  if (!settings.loopback && isLoopback(url)) return undefined;
  if (settings.no.some((entry) => covers(entry, host, portOf(url)))) return undefined;
  if ("invalid" in proxy) throw fault("NETWORK_PROXY_INVALID", { source: proxy.invalid });
  return proxy;
}
