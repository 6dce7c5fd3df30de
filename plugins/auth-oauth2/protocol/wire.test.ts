// One exchange with a provider that sends elsewhere, drips, bursts, breaks off, or says nothing at all.

import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, settle } from "@pictor/kernel/testing";
import { exchange, maxBytes, timeoutMs } from "./wire.js";
import type { Wire } from "./types.js";
import { failure, fakeProvider, nowMs, printed, testWire } from "./wire.test.support.js";
import type { FakeProvider, Scripted } from "./wire.test.support.js";

let provider: FakeProvider;
beforeEach(async () => {
  provider = await fakeProvider();
});
afterEach(() => provider.close());

const secret = "client_secret=CANARY";
const shown = "https://shown.example/token";
const ask = (scripted: Scripted, wire: Partial<Wire> = {}) => {
  provider.answer(scripted);
  return exchange(
    { method: "POST", url: provider.url, purpose: "token", body: secret },
    shown,
    testWire(wire),
  );
};
const text = async (scripted: Scripted) => Buffer.from((await ask(scripted)).body).toString();

it("settles with any status", async () => {
  expect(await ask({ status: 503, headers: { "Retry-After": "9" }, body: "x" })).toMatchObject({
    status: 503,
    headers: { "retry-after": "9" },
  });
});

describe("a compressed reply", () => {
  it.each([
    ["gzip", gzipSync("hello")],
    ["X-GZIP", gzipSync("hello")],
    ["deflate", deflateSync("hello")],
    ["br", brotliCompressSync("hello")],
    ["identity", Buffer.from("hello")],
  ])("with %s is read", async (encoding, body) => {
    expect(await text({ headers: { "content-encoding": encoding }, body })).toBe("hello");
  });

  it.each<[string, string, Buffer, RegExp]>([
    ["that would burst", "gzip", gzipSync(Buffer.alloc(4 * 1024 * 1024)), /more than 262144 bytes/],
    ["that would burst", "br", brotliCompressSync(Buffer.alloc(4 * 1024 * 1024)), /more than 262144 bytes/],
    ["that is broken", "gzip", Buffer.from("CANARY"), /compression is broken/],
    ["in an unknown way", "zstd", Buffer.from("CANARY"), /none of gzip/],
    ["twice", "gzip, gzip", gzipSync(gzipSync("hello")), /none of gzip/],
  ])("%s is refused (%s)", async (_situation, encoding, body, problem) => {
    const error = await failure(() => ask({ headers: { "content-encoding": encoding }, body }));
    expect(error.code).toBe("OAUTH_RESPONSE_INVALID");
    expect(error.details).toMatchObject({ url: shown, status: 200, problem: expect.stringMatching(problem) });
    expect(printed(error)).not.toContain("CANARY");
  });
});

it("refuses a reply beyond the limit", async () => {
  const error = await failure(() => ask({ body: "x".repeat(maxBytes + 1) }));
  expect([error.code, error.details["status"]]).toEqual(["OAUTH_RESPONSE_INVALID", 200]);
  expect((await ask({ body: "x".repeat(maxBytes) })).body).toHaveLength(maxBytes);
});

it.each([301, 302, 303, 307, 308])("sends nothing after a redirect with status %d", async (status) => {
  const elsewhere = await fakeProvider();
  elsewhere.answer({ body: { access_token: "evil" } });
  const error = await failure(() => ask({ status, headers: { location: `${elsewhere.url}/\u00a0x` } }));
  expect(error.code).toBe("OAUTH_RESPONSE_INVALID");
  expect(error.message).toContain(`redirect to ${elsewhere.url}`);
  expect([provider.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
  await elsewhere.close();
});

describe("nobody answers", () => {
  it("when nothing listens", async () => {
    const { url } = provider;
    await provider.close();
    const error = await failure(() => exchange({ url }, shown, testWire()));
    expect([error.code, error.details]).toEqual([
      "AUTH_UNREACHABLE",
      { where: shown, reason: "connection refused" },
    ]);
    provider = await fakeProvider();
  });

  it.each<[string, Scripted]>([
    ["before the reply", (_seen, response) => response.destroy()],
    [
      "in the middle of the reply",
      (_seen, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("CANARY");
        setImmediate(() => response.destroy());
      },
    ],
  ])("when the connection breaks %s", async (_situation, scripted) => {
    const error = await failure(() => ask(scripted));
    expect(error.code).toBe("AUTH_UNREACHABLE");
    expect(printed(error)).not.toContain("CANARY");
  });

  it.each<[string, Scripted]>([
    ["before the reply", () => undefined],
    ["in the middle of the reply", (_seen, response) => response.writeHead(200).write("{")],
  ])("within 20 seconds, silence being %s", async (_situation, scripted) => {
    const clock = createFakeClock(nowMs);
    const failed = failure(() => ask(scripted, { clock }));
    await arrived();
    await clock.advance(timeoutMs);
    expect((await failed).message).toMatch(/no answer within 20 seconds/);
    expect(clock.pending()).toBe(0);
  });
});

/** The request is there and the head of its reply, if any, is back. */
async function arrived(): Promise<void> {
  while (provider.seen.length === 0) await settle();
  await settle();
}

describe("a cancel", () => {
  const reason = new Error("cancelled by the person");

  it("before it begins sends nothing", async () => {
    await expect(ask({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(provider.seen).toEqual([]);
  });

  it.each<[string, Scripted]>([
    ["while it waits", () => undefined],
    ["while it reads", (_seen, response) => response.writeHead(200).write("{")],
  ])("%s rejects with its reason and leaves no timer", async (_situation, scripted) => {
    const [controller, clock] = [new AbortController(), createFakeClock(nowMs)];
    const outcome = expect(ask(scripted, { signal: controller.signal, clock })).rejects.toBe(reason);
    await arrived();
    controller.abort(reason);
    await outcome;
    expect(clock.pending()).toBe(0);
  });

  it("that comes with the last byte drops the answer", async () => {
    const controller = new AbortController();
    const { send } = testWire();
    const cancelling: Wire["send"] = async (request, options) => {
      const reply = await send(request, options);
      const bytes = async () => {
        const all = await reply.bytes();
        controller.abort(reason);
        return all;
      };
      return { ...reply, bytes };
    };
    await expect(ask({ body: "x" }, { send: cancelling, signal: controller.signal })).rejects.toBe(reason);
  });
});
