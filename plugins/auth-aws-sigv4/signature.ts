// The signature of Signature Version 4 over the canonical request, with a key for day, region and service.

import { createHmac } from "node:crypto";
import { digestOf } from "@pictor/kernel/plugin";
import { canonicalRequest, type SignedParts } from "./canonical-request.js";

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Signing name of the service, such as `s3`. */
  readonly service: string;
}

export const algorithm = "AWS4-HMAC-SHA256";
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** `20150830T123600Z`: ISO 8601 in its basic form, in UTC, with seconds. */
export const amzDate = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, "");

const scopeOf = ({ region, service }: SigningKey, at: string): string =>
  `${at.slice(0, 8)}/${region}/${service}/aws4_request`;

/** The access key id with day, region and service: `Credential` of the header, `X-Amz-Credential` of the query. */
export const credentialOf = (key: SigningKey, at: string): string => `${key.accessKeyId}/${scopeOf(key, at)}`;

/** The signature in hexadecimal digits. `at` is the value of X-Amz-Date, which is among the signed parts. */
export function signatureOf(key: SigningKey, canonicalText: string, at: string): string {
  const { secretAccessKey, region, service } = key;
  const steps = [at.slice(0, 8), region, service, "aws4_request"];
  const derived = steps.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(derived, [algorithm, at, scopeOf(key, at), digestOf(canonicalText)].join("\n")).toString("hex");
}

/** `at` is the value of X-Amz-Date, which is among the signed headers. */
export function authorizationHeader(key: SigningKey, parts: SignedParts, at: string): string {
  const { text, signedHeaders } = canonicalRequest(parts);
  const credential = `${algorithm} Credential=${credentialOf(key, at)}`;
  return `${credential}, SignedHeaders=${signedHeaders}, Signature=${signatureOf(key, text, at)}`;
}
