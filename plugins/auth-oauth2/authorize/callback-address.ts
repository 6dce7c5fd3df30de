// Interprets the setting `callbackUrl`: an address to listen on, or a URL that the user copies from the browser.

import { invalidSetting } from "../faults.js";
import type { LoopbackAddress } from "./listener.js";

export interface ListenAddress {
  /** Host of the redirect URI as written: `localhost`, `127.0.0.1` or `[::1]`. */
  readonly host: string;
  /** Every address to which a browser may resolve the host. */
  readonly addresses: readonly LoopbackAddress[];
  readonly port: number;
  /** The path as browsers send it: percent-encoded, at least `/`. */
  readonly path: string;
}

export type CallbackAddress =
  /** No `callbackUrl` is set. If the port is busy, any other port may be used (RFC 8252 section 7.3). */
  | ({ readonly kind: "default" } & ListenAddress)
  /** `callbackUrl` is registered at the provider, so no other port may be used. */
  | ({ readonly kind: "exact"; readonly redirectUri: string } & ListenAddress)
  /** `callbackUrl` is not an address of this machine, so the user pastes the URL at which the browser arrives. */
  | { readonly kind: "paste"; readonly redirectUri: string };

const addressesByHost: Readonly<Record<string, readonly LoopbackAddress[]>> = {
  localhost: ["127.0.0.1", "::1"],
  "127.0.0.1": ["127.0.0.1"],
  "[::1]": ["::1"],
};

const defaultAddress: CallbackAddress = {
  kind: "default",
  host: "localhost",
  addresses: ["127.0.0.1", "::1"],
  port: 17_823,
  path: "/callback",
};

/**
 * An http URL with a loopback host and an explicit port (`:80` too) is exact; any other absolute URI is for pasting, such
 * as https, another host, the scheme of an app, or `urn:ietf:wg:oauth:2.0:oob`. Throws `AUTH_SETTING_INVALID` for a URI
 * that is not absolute or has a fragment (RFC 6749 section 3.1.2).
 */
export function callbackAddress(callbackUrl: string): CallbackAddress {
  const redirectUri = callbackUrl.trim();
  if (redirectUri === "") return defaultAddress;
  if (!/^[!-~]+$/.test(redirectUri) || !URL.canParse(redirectUri))
    throw invalidSetting("callbackUrl", "it is not an absolute URI in ASCII");
  if (redirectUri.includes("#")) throw invalidSetting("callbackUrl", "it has a fragment");
  // The URL parser would drop a port that is the default of the scheme.
  const [, host = "", port] = /^http:\/\/([^/?@:]+|\[::1\]):(\d+)(?![^/?])/i.exec(redirectUri) ?? [];
  const addresses = addressesByHost[host.toLowerCase()];
  if (addresses === undefined || port === undefined) return { kind: "paste", redirectUri };
  if (Number(port) === 0)
    throw invalidSetting("callbackUrl", "its port is 0, and no browser can connect to that");
  const path = new URL(redirectUri).pathname;
  return { kind: "exact", redirectUri, host, addresses, port: Number(port), path };
}

/** The redirect URI for a port in use. A redirect URI from the settings stays unchanged byte for byte. */
export function redirectUriOf(address: CallbackAddress, port: number | undefined): string {
  if (address.kind !== "default") return address.redirectUri;
  return `http://${address.host}:${port ?? address.port}${address.path}`;
}
