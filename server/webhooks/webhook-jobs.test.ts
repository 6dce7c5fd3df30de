// The webhook of a job of the local API, at a real receiver.

import { afterAll, expect, it, vi } from "vitest";
import { patience } from "../../host/testing/patience.js";
import { startTestServer } from "../testing/start-server.js";
import { isSigned, startReceiver } from "../testing/webhook-receiver.js";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const small = { prompt: "a fox", width: 64, height: 64, steps: 1 };
const receiver = await startReceiver();
vi.stubEnv("PICTOR_TEST_WEBHOOK", secret);
const test = await startTestServer({
  configuration: { server: { webhook: { secret: { $env: "PICTOR_TEST_WEBHOOK" } } } },
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await test.close();
  await receiver.close();
});

const submit = (webhook: object, token?: string) =>
  test.call("POST", "/v1/jobs", {
    body: { workflow: "txt2img", backend: "embedded", params: small, webhook },
    headers: { Prefer: "wait=30" },
    ...(token !== undefined && { token }),
  });

it("gets the job with its outputs, signed, and the secret is nowhere to be seen", async () => {
  const job = (await submit({ url: receiver.url })).json();
  await vi.waitFor(() => {
    expect(receiver.received).toHaveLength(1);
  }, patience);
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.received.splice(0);
  expect(await isSigned(secret, headers, body)).toBe(true);
  const { seq: _seq, ...shown } = job;
  expect(JSON.parse(body)).toMatchObject({ type: "job.ended", data: shown });
  expect([body, JSON.stringify(job)].join()).not.toContain(secret);
  await vi.waitFor(async () => {
    const metrics = (await test.call("GET", "/metrics")).bytes.toString();
    expect(metrics).toContain('pictor_webhooks_total{result="accepted"} 1');
    expect(metrics).toContain("pictor_webhooks_pending 0");
  }, patience);
});

it("of a token that is no administrator's reaches no receiver of this machine", async () => {
  const { token } = await test.createToken("anna", ["generate"]);
  expect((await submit({ url: receiver.url }, token)).status).toBe(200);
  await vi.waitFor(async () => {
    const metrics = (await test.call("GET", "/metrics")).bytes.toString();
    expect(metrics).toContain('pictor_webhooks_total{result="given-up"} 1');
  }, patience);
  expect(receiver.received).toEqual([]);
});
