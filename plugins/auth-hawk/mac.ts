// The message authentication codes of Hawk 1.1: of a request, of a body, and of the server's time. Pure.

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { requestTarget } from "@pictor/kernel/plugin";

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonce: string;
  /** The hash of the body; empty if it is not signed. */
  readonly hash: string;
  readonly ext: string;
  readonly app: string;
  readonly dlg: string;
}

const hmac = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("base64");

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

export function requestMac(
  key: string,
  { method, url, timestamp, nonce, hash, ext, app, dlg }: SignedRequest,
): string {
  const lines = [
    ...["hawk.1.header", String(timestamp), nonce, method.toUpperCase(), requestTarget(url)],
    ...[url.hostname.toLowerCase(), portOf(url), hash, ext],
    ...(app === "" ? [] : [app, dlg]),
  ];
  return hmac(key, `${lines.join("\n")}\n`);
}

/** The hash of a body with its media type, without parameters and in lower case. */
export async function payloadHash(
  contentType: string,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
  const [type = ""] = contentType.split(";", 1);
  const hash = createHash("sha256").update(`hawk.1.payload\n${type.trim().toLowerCase()}\n`);
  for await (const chunk of body) hash.update(chunk);
  return hash.update("\n").digest("base64");
}

/** Whether the server that knows the key has named this time. */
export function isTimeOfServer(key: string, timestamp: string, mac: string): boolean {
  const expected = Buffer.from(hmac(key, `hawk.1.ts\n${timestamp}\n`));
  const given = Buffer.from(mac);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
