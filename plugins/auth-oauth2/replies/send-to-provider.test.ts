// Providers that redirect, send too much, break the connection or do not respond at all.

import { describe, expect, it } from "vitest";
import { createFakeClock, settlePromises } from "@pictor/host/testing";
import { fault } from "@pictor/kernel/plugin";
import { maxBodyBytes, sendToProvider, timeoutMs } from "./send-to-provider.js";
import type { ProviderContext } from "./send-to-provider.js";
import {
  contextWith,
  nowMs,
  printed,
  rejectionOf,
  startFakeProvider,
  useFakeProvider,
  type ScriptedReply,
} from "../testing/fake-provider.js";

const provider = await useFakeProvider();

const secret = "client_secret=CANARY";
const shownUrl = "https://shown.example/token";
const send = (scripted: ScriptedReply, wire: Partial<ProviderContext> = {}) => {
  provider.replyWith(scripted);
  return sendToProvider(
    { method: "POST", url: provider.url, purpose: "token", body: secret },
    shownUrl,
    contextWith(wire),
  );
};

it("settles with a reply of any status", async () => {
  expect(await send({ status: 503, headers: { "Retry-After": "9" }, body: "x" })).toMatchObject({
    status: 503,
    headers: { "retry-after": "9" },
  });
});

it("a compressed body that cannot be decompressed is an invalid response", async () => {
  const undecodable = () => {
    const coding = { coding: "gzip", problem: "is cut off" };
    return Promise.reject(fault("REQUEST_CODING_INVALID", { method: "POST", url: "u", ...coding }));
  };
  const error = await rejectionOf(() => send({}, { send: undecodable }));
  expect([error.code, error.details]).toEqual([
    "OAUTH_RESPONSE_INVALID",
    { url: shownUrl, status: "unknown", problem: "its content coding gzip is cut off" },
  ]);
});

it("a body over the limit is an invalid response", async () => {
  const error = await rejectionOf(() => send({ body: "x".repeat(maxBodyBytes + 1) }));
  expect([error.code, error.details["status"]]).toEqual(["OAUTH_RESPONSE_INVALID", 200]);
  expect((await send({ body: "x".repeat(maxBodyBytes) })).body).toHaveLength(maxBodyBytes);
});

it.each([302, 307])("a redirect with status %d is not followed", async (status) => {
  const elsewhere = await startFakeProvider();
  elsewhere.replyWith({ body: { access_token: "evil" } });
  const error = await rejectionOf(() => send({ status, headers: { location: `${elsewhere.url}/\u00a0x` } }));
  expect(error.code).toBe("OAUTH_RESPONSE_INVALID");
  expect(error.message).toContain(elsewhere.url);
  expect([provider.received.length, elsewhere.received.length]).toEqual([1, 0]);
  await elsewhere.close();
});

describe("the provider is unreachable", () => {
  it("if nothing listens on the port", async () => {
    const { url, close } = await startFakeProvider();
    await close();
    const error = await rejectionOf(() => sendToProvider({ url }, shownUrl, contextWith()));
    expect(error).toMatchObject({
      code: "AUTH_UNREACHABLE",
      details: { where: shownUrl, reason: "connection refused" },
    });
  });

  it.each<[string, ScriptedReply]>([
    ["before the reply", (_request, response) => response.destroy()],
    [
      "during the reply",
      (_request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("CANARY");
        setImmediate(() => response.destroy());
      },
    ],
  ])("if the connection breaks %s", async (_situation, scripted) => {
    const error = await rejectionOf(() => send(scripted));
    expect(error.code).toBe("AUTH_UNREACHABLE");
    expect(printed(error)).not.toContain("CANARY");
  });

  it.each<[string, ScriptedReply]>([
    ["before the reply", () => undefined],
    ["during the reply", (_request, response) => response.writeHead(200).write("{")],
  ])("if it stops responding %s for 20 seconds", async (_situation, scripted) => {
    const clock = createFakeClock(nowMs);
    const failed = rejectionOf(() => send(scripted, { clock }));
    await requestReceived();
    await clock.advance(timeoutMs);
    expect(await failed).toMatchObject({
      code: "AUTH_UNREACHABLE",
      details: { reason: expect.stringContaining("20 seconds") },
    });
    expect(clock.pending()).toBe(0);
  });
});

/** Settles when the provider has received the request and the head of its reply, if any, was received. */
async function requestReceived(): Promise<void> {
  while (provider.received.length === 0) await settlePromises();
  await settlePromises();
}

describe("a cancellation", () => {
  const reason = new Error("cancelled by the user");

  it("before the request sends nothing", async () => {
    await expect(send({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(provider.received).toEqual([]);
  });

  it.each<[string, ScriptedReply]>([
    ["while waiting for the reply", () => undefined],
    ["while reading the body", (_request, response) => response.writeHead(200).write("{")],
  ])("%s rejects with its reason and leaves no timer", async (_situation, scripted) => {
    const [controller, clock] = [new AbortController(), createFakeClock(nowMs)];
    const outcome = expect(send(scripted, { signal: controller.signal, clock })).rejects.toBe(reason);
    await requestReceived();
    controller.abort(reason);
    await outcome;
    expect(clock.pending()).toBe(0);
  });

  it("together with the last byte drops the reply", async () => {
    const controller = new AbortController();
    const { send: sendRequest } = contextWith();
    const cancelling: ProviderContext["send"] = async (request, options) => {
      const reply = await sendRequest(request, options);
      const bytes = async () => {
        const all = await reply.bytes();
        controller.abort(reason);
        return all;
      };
      return { ...reply, bytes };
    };
    await expect(send({ body: "x" }, { send: cancelling, signal: controller.signal })).rejects.toBe(reason);
  });
});
