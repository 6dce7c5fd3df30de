// Where a server will listen, and where it is reached: read from its launch arguments. Pure.

import { findOption, type KnownFlags } from "./parse-options.js";

export interface Address {
  readonly scheme: "http" | "https";
  /** What it listens on, as sockets take it: addresses without brackets, or names. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** The host of `url`: loopback where it listens on everything; IPv6 in brackets. */
  readonly connectTo: string;
  /** Without a slash at its end. */
  readonly url: string;
}

export type AddressReading =
  | { readonly kind: "address"; readonly address: Address }
  /** For people: which argument, and what is wrong with it. */
  | { readonly kind: "unreadable"; readonly reason: string };

const defaultHost = "127.0.0.1";
export const defaultPort = 8188;
/** What a bare `--listen` stands for. */
const everything = "0.0.0.0,::";

const hostsOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((host) => host.trim().replace(/^\[(.*)\]$/, "$1"))
    .map((host) => (host === "" ? "0.0.0.0" : host));

/** `localhost` may be either family, of which only one is listened on: the address is not in doubt. */
function connectable(host: string): string {
  if (host === "0.0.0.0" || host.toLowerCase() === "localhost") return "127.0.0.1";
  if (host === "::" || host === "::0" || host === "0:0:0:0:0:0:0:0") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export function addressOf(argv: readonly string[], known?: KnownFlags): AddressReading {
  const unreadable = (reason: string): AddressReading => ({ kind: "unreadable", reason });
  const listen = findOption(argv, "--listen", known);
  const port = findOption(argv, "--port", known);
  if (port !== undefined && port.value === undefined) return unreadable("--port has no number behind it");
  const digits = port?.value?.trim() ?? String(defaultPort);
  if (!/^\d{1,5}$/.test(digits) || Number(digits) > 65_535)
    return unreadable(`--port ${digits} is no port; it is a number from 0 to 65535`);
  const hosts = hostsOf(listen === undefined ? defaultHost : (listen.value ?? everything));
  const connectTo = connectable(hosts[0] ?? defaultHost);
  const isTls = ["--tls-keyfile", "--tls-certfile"].every(
    (flag) => (findOption(argv, flag, known)?.value ?? "") !== "",
  );
  const scheme = isTls ? "https" : "http";
  const url = `${scheme}://${connectTo}:${digits}`;
  if (!URL.canParse(url) || /[/?#@\\\s]/.test(connectTo))
    return unreadable(`--listen ${hosts[0] ?? ""} is no address that can be connected to`);
  return { kind: "address", address: { scheme, hosts, port: Number(digits), connectTo, url } };
}
