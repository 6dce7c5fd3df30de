// The header Authorization of Signature Version 4: the signature over the canonical request, with a key for day, region and service.

import { createHash, createHmac } from "node:crypto";
import { canonicalRequest, type SignedParts } from "./canonical-request.js";

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Signing name of the service, such as `s3`. */
  readonly service: string;
}

const algorithm = "AWS4-HMAC-SHA256";
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** `20150830T123600Z`: ISO 8601 in its basic form, in UTC, with seconds. */
export const amzDate = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, "");

/** `at` is the value of X-Amz-Date, which is among the signed headers. */
export function authorizationHeader(
  { accessKeyId, secretAccessKey, region, service }: SigningKey,
  parts: SignedParts,
  at: string,
): string {
  const { text, signedHeaders } = canonicalRequest(parts);
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, [algorithm, at, scope, sha256(text)].join("\n")).toString("hex");
  return `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}
