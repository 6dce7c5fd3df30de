// The signature of webhooks, checked with the example of the specification and with the cryptography of browsers.

import { expect, it } from "vitest";
import { webhookHeaders, webhookKey } from "./sign-webhook.js";
import { isSigned } from "../testing/webhook-receiver.js";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

it("is that of the known example of Standard Webhooks", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
  expect(webhookHeaders(message, webhookKey(secret), 1_614_265_330_999)).toEqual({
    "Content-Type": "application/json",
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("is accepted by another implementation, for the secret with and without its prefix, and for texts of any language", async () => {
  for (const each of [secret, secret.slice(6), `${secret}\n`]) {
    const body = '{"prompt":"a fox, 狐, é"}';
    const headers = webhookHeaders({ id: "job-1", body }, webhookKey(each), 1_700_000_000_000);
    expect(await isSigned(secret, headers, body)).toBe(true);
    expect(await isSigned(secret, headers, body.replace("fox", "cat"))).toBe(false);
    expect(await isSigned(secret, { ...headers, "webhook-id": "job-2" }, body)).toBe(false);
  }
});

it.each(["", "whsec_", "short", "whsec_c2hvcnQ=", "not base64 at all, but long enough", "A".repeat(200)])(
  "the secret %j is refused without a word of it",
  (text) => {
    expect(() => webhookKey(text)).toThrow("The secret that signs webhooks is not base64 of 24 to 64 bytes.");
  },
);
