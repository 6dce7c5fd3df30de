// What a callback URL means: where to listen, or that the person carries the answer over.

import { fault } from "@pictor/kernel/plugin";
import type { LoopbackAddress } from "./listener.js";

/** Where to listen, as the redirect URI says it. */
export interface ListenAddress {
  /** Host of the redirect URI, as written: `localhost`, `127.0.0.1` or `[::1]`. */
  readonly host: string;
  /** Every address that the host may mean to a browser. */
  readonly addresses: readonly LoopbackAddress[];
  readonly port: number;
  /** As browsers send it: percent-encoded, at least `/`. */
  readonly path: string;
}

export type CallbackAddress =
  /** Ours to choose: another port will do when this one is busy (RFC 8252 section 7.3). */
  | ({ readonly kind: "default" } & ListenAddress)
  /** Registered like this at the provider: here or nowhere. */
  | ({ readonly kind: "exact"; readonly redirectUri: string } & ListenAddress)
  /** Not ours to listen on: the person pastes where the browser was sent to. */
  | { readonly kind: "paste"; readonly redirectUri: string };

const addressesOf: Readonly<Record<string, readonly LoopbackAddress[]>> = {
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

const invalid = (problem: string) => fault("AUTH_SETTING_INVALID", { where: "oauth2.callbackUrl", problem });

/**
 * Blank is our default; `http` on a loopback host with its port written out (also `:80`) is exactly that; any other
 * absolute URI is for pasting: https, another host, a scheme of an app, `urn:ietf:wg:oauth:2.0:oob`. Throws
 * AUTH_SETTING_INVALID for what is no absolute URI or has a fragment (RFC 6749 section 3.1.2).
 */
export function callbackAddress(callbackUrl: string): CallbackAddress {
  const redirectUri = callbackUrl.trim();
  if (redirectUri === "") return defaultAddress;
  if (!/^[!-~]+$/.test(redirectUri) || !URL.canParse(redirectUri))
    throw invalid("it is not an absolute address in ASCII");
  if (redirectUri.includes("#")) throw invalid("it has a fragment");
  // From the text: the URL parser drops a port that is its scheme's default.
  const [, host = "", port] = /^http:\/\/([^/?@:]+|\[::1\]):(\d+)(?![^/?])/i.exec(redirectUri) ?? [];
  const addresses = addressesOf[host.toLowerCase()];
  if (addresses === undefined || port === undefined) return { kind: "paste", redirectUri };
  if (Number(port) === 0) throw invalid("port 0 cannot be listened on");
  const path = new URL(redirectUri).pathname;
  return { kind: "exact", redirectUri, host, addresses, port: Number(port), path };
}

/** The redirect URI once the port is known; one that was written in the setting stays as it is, byte for byte. */
export function redirectUriOf(address: CallbackAddress, port: number | undefined): string {
  if (address.kind !== "default") return address.redirectUri;
  return `http://${address.host}:${port ?? address.port}${address.path}`;
}
