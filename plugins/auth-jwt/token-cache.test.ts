// When a signed token is reused, and when another is signed.

import { createFakeClock } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { createTokenCache, isFresh } from "./token-cache.js";

function testCache(lifetimeMs = 300_000) {
  const clock = createFakeClock(1_000_000);
  const cache = createTokenCache(clock);
  let signed = 0;
  const sign = () => {
    const signedAtMs = clock.now();
    return Promise.resolve({ text: `t${++signed}`, signedAtMs, expiresAtMs: signedAtMs + lifetimeMs });
  };
  let requests = 0;
  const get = async (key = "a", { requestId = `r${++requests}`, isRefused = false } = {}) =>
    (await cache.get({ key, requestId, isRefused }, sign))?.text;
  return { clock, cache, get };
}

describe("a token is reused", () => {
  it("for the same setting and audience", async () => {
    const { get } = testCache();
    expect([await get("a"), await get("a"), await get("b"), await get("a")]).toEqual([
      "t1",
      "t1",
      "t2",
      "t1",
    ]);
  });

  it("by concurrent requests", async () => {
    const { get } = testCache();
    expect(await Promise.all([get(), get(), get()])).toEqual(["t1", "t1", "t1"]);
  });

  it("until its last minute, and concurrent requests then share the next", async () => {
    const { get, clock } = testCache(600_000);
    await get();
    await clock.advance(539_999);
    expect(await get()).toBe("t1");
    await clock.advance(1);
    expect(await Promise.all([get(), get(), get()])).toEqual(["t2", "t2", "t2"]);
  });

  it("until the last tenth of a short lifetime", () => {
    const token = { text: "", signedAtMs: 0, expiresAtMs: 10_000 };
    expect([0, 8_999, 9_000, -1].map((nowMs) => isFresh(token, nowMs))).toEqual([true, true, false, false]);
  });
});

describe("after a refusal", () => {
  it("of a reused token, another is signed, which later requests share", async () => {
    const { get } = testCache();
    await get("a", { requestId: "1" });
    await get("a", { requestId: "2" });
    expect(await get("a", { requestId: "2", isRefused: true })).toBe("t2");
    expect(await get("a", { requestId: "3" })).toBe("t2");
  });

  it("of a token that was signed for the request, no other is signed", async () => {
    const { get } = testCache();
    await get("a", { requestId: "1" });
    expect(await get("a", { requestId: "1", isRefused: true })).toBeUndefined();
  });
});

it("a failure is not kept", async () => {
  const { cache, get } = testCache();
  const use = { key: "a", requestId: "1", isRefused: false };
  await expect(cache.get(use, () => Promise.reject(new Error("no key")))).rejects.toThrow("no key");
  expect(await get("a")).toBe("t1");
});

it("of many settings, the oldest are forgotten", async () => {
  const { get } = testCache();
  for (let index = 0; index < 65; index++) await get(String(index));
  expect([await get("64"), await get("0")]).toEqual(["t65", "t66"]);
});
