// The signature of a webhook as Standard Webhooks defines it (https://github.com/standard-webhooks/standard-webhooks,
// `spec`): HMAC with SHA-256 over the id, the time and the body. Pure.

import { createHmac } from "node:crypto";
import { fault } from "../contract/faults.js";

/** What a receiver gets: the id stays the same when a message is sent again. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

const leastBytes = 24;
const mostBytes = 64;

/** The key in a secret: base64, with or without the prefix `whsec_`. Throws `API_WEBHOOK_SECRET_INVALID`. */
export function webhookKey(secret: string): Uint8Array {
  const text = secret.trim().replace(/^whsec_/, "");
  const isBase64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text);
  const key = isBase64 ? Buffer.from(text, "base64") : new Uint8Array();
  if (key.length >= leastBytes && key.length <= mostBytes) return key;
  throw fault("API_WEBHOOK_SECRET_INVALID", { leastBytes, mostBytes });
}

/** The headers of a message that is sent at `nowMs`. */
export function webhookHeaders({ id, body }: WebhookMessage, key: Uint8Array, nowMs: number) {
  const seconds = Math.floor(nowMs / 1000);
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "Content-Type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
