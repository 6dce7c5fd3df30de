// Lets hermetic tests connect only to ports that their own process has opened, and look up no name outside of this machine.

import dns from "node:dns";
import { isIP, Server, Socket } from "node:net";
import { refuse } from "./refusals.js";

/**
 * Every port that this process has opened. A port stays its own when its server has closed, because nobody listens
 * there then.
 */
const ownPorts = new Set<number>();
/** Where tests look for a server that is not there: only root may open this port, and nobody does. */
const closedPort = 1;

type Lookup = typeof dns.lookup;
type Found = string | readonly { readonly address: string }[];
type Callback = (error: Error | null, found: Found, family?: number) => void;
interface Target {
  readonly path?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | string | undefined;
  readonly lookup?: Lookup | undefined;
}

/** Names that RFC 2606 reserves: no name server knows them, so the guard answers instead of one. */
const isReserved = (name: string): boolean =>
  /(^|\.)(test|example|invalid|example\.(com|net|org))\.?$/i.test(name);
const isLocalName = (name: string): boolean => /^(.+\.)?localhost\.?$/i.test(name);
const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/.test(address);

/** The target in the arguments of `connect`; `net.connect` passes them as a list in a list. */
function targetOf([first, second]: readonly unknown[]): Target {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === "object" && first !== null) return first;
  if (typeof first === "string" && Number.isNaN(Number(first))) return { path: first };
  return { port: Number(first), ...(typeof second === "string" && { host: second }) };
}

function refusalOf(address: string, port: Target["port"]): Error | undefined {
  if (!isLoopback(address) && !isLocalName(address))
    return refuse(`connect to ${address}:${port}, which is not this machine`);
  const isKnown = ownPorts.has(Number(port)) || Number(port) === closedPort;
  return isKnown
    ? undefined
    : refuse(`connect to ${address}:${port}, a port that its process has not opened`);
}

/** The same lookup, whose result is refused if it leads away from the test. */
const checkedLookup =
  (lookup: Lookup, port: Target["port"]) =>
  (name: string, options: dns.LookupOptions, callback: Callback): void => {
    (lookup as (name: string, options: dns.LookupOptions, callback: Callback) => void)(
      name,
      options,
      (error, found, family) => {
        if (error !== null) {
          callback(error, found, family);
          return;
        }
        const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
        const refused = addresses.map((address) => refusalOf(address, port)).find(Boolean);
        callback(refused ?? null, found, family);
      },
    );
  };

function guardConnections(): void {
  const connect = Socket.prototype.connect as (this: Socket, ...given: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const target = targetOf(given);
    const { host = "localhost", port, path } = target;
    const isName = isIP(host) === 0 && !isLocalName(host);
    const refused = path === undefined && !isName ? refusalOf(host, port) : undefined;
    if (refused !== undefined) {
      this.destroy(refused);
      return this;
    }
    // Other names are looked up by the guarded function, unless the caller brings one.
    if (isName && target.lookup !== undefined)
      Object.assign(target, { lookup: checkedLookup(target.lookup, port) });
    return connect.apply(this, given);
  };
}

function guardPorts(): void {
  const { listen } = Server.prototype;
  Server.prototype.listen = function (this: Server, ...given: unknown[]) {
    // Before the caller's own listener, which may connect at once.
    this.prependOnceListener("listening", () => {
      const address = this.address();
      if (typeof address === "object" && address !== null) ownPorts.add(address.port);
    });
    return Reflect.apply(listen, this, given) as Server;
  } as typeof listen;
}

/** The error for a name that may not be looked up; undefined for a name of this machine. */
function lookupError(name: string): Error | undefined {
  if (isIP(name) !== 0 || isLocalName(name) || name === "") return undefined;
  if (!isReserved(name)) return refuse(`look up ${name}`);
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: "ENOTFOUND",
    errno: -3008,
    syscall: "getaddrinfo",
    hostname: name,
  });
}

function guardNames(): void {
  const { lookup } = dns;
  dns.lookup = function (name: string, ...rest: unknown[]) {
    const error = lookupError(name);
    if (error === undefined) return Reflect.apply(lookup, dns, [name, ...rest]) as undefined;
    process.nextTick(rest.at(-1) as Callback, error);
  } as Lookup;
  const { lookup: promised } = dns.promises;
  dns.promises.lookup = async function (name: string, ...rest: unknown[]) {
    const error = lookupError(name);
    if (error !== undefined) throw error;
    return Reflect.apply(promised, dns.promises, [name, ...rest]) as ReturnType<typeof promised>;
  } as typeof promised;
}

export function guardNetwork(): void {
  guardPorts();
  guardConnections();
  guardNames();
}
