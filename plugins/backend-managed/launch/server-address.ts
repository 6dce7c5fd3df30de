// The listen address and the URL of a server, from its launch arguments. Pure.

import { withoutBrackets } from "@pictor/kernel/plugin";
import { findOption, type KnownFlags } from "../arguments/parse-options.js";

export interface Address {
  /** Listen addresses without brackets, or host names. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** URL of the server without a trailing slash. If the server listens on all addresses, the URL has the loopback address. */
  readonly url: string;
}

export type AddressReading =
  | { readonly kind: "address"; readonly address: Address }
  /** Which argument is invalid and why, for the user. */
  | { readonly kind: "unreadable"; readonly reason: string };

const defaultHost = "127.0.0.1";
const defaultPort = 8188;
/** The addresses that ComfyUI uses for `--listen` without a value. */
const allAddresses = "0.0.0.0,::";

const hostsOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((host) => withoutBrackets(host.trim()))
    .map((host) => (host === "" ? "0.0.0.0" : host));

/**
 * The host to connect to, IPv6 in brackets. `localhost` becomes 127.0.0.1, because it may also resolve to ::1, on which
 * no server listens.
 */
function connectable(host: string): string {
  if (host === "0.0.0.0" || host.toLowerCase() === "localhost") return "127.0.0.1";
  if (host === "::" || host === "::0" || host === "0:0:0:0:0:0:0:0") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export function addressOf(argv: readonly string[], known?: KnownFlags): AddressReading {
  const unreadable = (reason: string): AddressReading => ({ kind: "unreadable", reason });
  const listen = findOption(argv, "--listen", known);
  const port = findOption(argv, "--port", known);
  if (port !== undefined && port.value === undefined) return unreadable("--port has no value");
  const digits = port?.value?.trim() ?? String(defaultPort);
  if (!/^\d{1,5}$/.test(digits) || Number(digits) > 65_535)
    return unreadable(`--port ${digits} is not a number from 0 to 65535`);
  const hosts = hostsOf(listen === undefined ? defaultHost : (listen.value ?? allAddresses));
  const connectTo = connectable(hosts[0] ?? defaultHost);
  const isTls = ["--tls-keyfile", "--tls-certfile"].every(
    (flag) => (findOption(argv, flag, known)?.value ?? "") !== "",
  );
  const url = `${isTls ? "https" : "http"}://${connectTo}:${digits}`;
  if (!URL.canParse(url) || /[/?#@\\\s]/.test(connectTo))
    return unreadable(`--listen ${hosts[0] ?? ""} is not an address to connect to`);
  return { kind: "address", address: { hosts, port: Number(digits), url } };
}
