// Concurrent requests: one renewal for all callers and processes, and callers that cancel.

import { settlePromises } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import {
  tokenResponse,
  settingWith,
  createGate,
  createTestStore,
  signedIn,
  type TestStore,
} from "../testing/token-store.js";

const hour = 3_600_000;
const setting = settingWith();

/** A process whose token has expired. */
async function expired() {
  const store = await signedIn();
  await store.clock.advance(hour);
  return store;
}
/** Two processes over one store whose token has expired. */
async function twoExpired() {
  const one = await expired();
  return [one, createTestStore(one.secrets, one.clock)] as const;
}

describe("requests with an expired token", () => {
  it("fail together after one failed refresh, and the next request tries again", async () => {
    const { tokens, provider, refreshedWith } = await expired();
    provider.failure = "temporary";
    const results = await Promise.allSettled(Array.from({ length: 50 }, async () => tokens.current(setting)));
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect(refreshedWith).toHaveLength(1);
    provider.failure = undefined;
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("share one refresh with a refresh by the user", async () => {
    const { tokens, refreshedWith } = await expired();
    const [current, renewed] = await Promise.all([tokens.current(setting), tokens.renew(setting)]);
    expect(renewed).toBe(current);
    expect(refreshedWith).toEqual(["refresh-0"]);
  });

  it("of two settings do not wait for each other", async () => {
    const { tokens, provider } = await expired();
    const other = settingWith({ grantType: "client_credentials" });
    const { open, closed } = createGate();
    provider.beforeResponse = () => closed;
    const first = tokens.current(setting);
    await settlePromises();
    provider.beforeResponse = async () => undefined;
    expect(await tokens.current(other)).toMatchObject({ accessToken: "fetched-access-1" });
    open();
    expect(await first).toMatchObject({ accessToken: "refreshed-access-2" });
  });
});

describe("a caller that cancels", () => {
  it("does not stop the refresh, whose result the next caller gets", async () => {
    const { tokens, provider, refreshedWith } = await expired();
    const { open, closed } = createGate();
    provider.beforeResponse = () => closed;
    const controller = new AbortController();
    const first = Promise.resolve(tokens.current(setting, controller));
    await settlePromises();
    controller.abort();
    await expect(first).rejects.toThrow();
    open();
    await tokens.whenIdle();
    expect(tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(refreshedWith).toHaveLength(1);
  });

  it("before the call starts no refresh", async () => {
    const { tokens, refreshedWith } = await expired();
    await expect(tokens.current(setting, { signal: AbortSignal.abort() })).rejects.toThrow();
    await settlePromises();
    expect(refreshedWith).toEqual([]);
  });

  it("causes no unhandled rejection if the refresh fails", async () => {
    const { tokens, provider } = await expired();
    const { open, closed } = createGate();
    provider.beforeResponse = () => closed;
    provider.failure = "temporary";
    const controller = new AbortController();
    const first = Promise.resolve(tokens.current(setting, controller));
    controller.abort();
    await expect(first).rejects.toThrow();
    open();
    await tokens.whenIdle();
  });
});

describe("two processes over one store", () => {
  it("refresh an expired token once, even if tokens expire at once, and both use the result", async () => {
    const [one, two] = await twoExpired();
    for (const { provider } of [one, two]) provider.responseParts = { expiresAtMs: one.clock.now() };
    const [mine, theirs] = await Promise.all([one.tokens.current(setting), two.tokens.current(setting)]);
    expect(mine.accessToken).toBe(theirs.accessToken);
    expect([...one.refreshedWith, ...two.refreshedWith]).toEqual(["refresh-0"]);
  });

  it("request one token by a grant that needs no user", async () => {
    const robot = settingWith({ grantType: "client_credentials" });
    const one = createTestStore();
    const two = createTestStore(one.secrets, one.clock);
    const [mine, theirs] = await Promise.all([one.tokens.current(robot), two.tokens.current(robot)]);
    expect(mine.accessToken).toBe(theirs.accessToken);
    expect([...one.fetched, ...two.fetched]).toHaveLength(1);
  });

  it("keep the token of a login during a refresh", async () => {
    const [one, two] = await twoExpired();
    const { open, closed } = createGate();
    one.provider.beforeResponse = () => closed;
    const refreshing = one.tokens.current(setting);
    await settlePromises();
    const signingIn = two.tokens.save(setting, tokenResponse({ accessToken: "login", expiresAtMs: null }));
    open();
    await Promise.all([refreshing, signingIn]);
    await one.clock.advance(1000);
    expect(await one.tokens.current(setting)).toMatchObject({ accessToken: "login" });
  });
});

describe("a process that stands still during a refresh, and loses its lock to another one", () => {
  /** The refresh of `one` waits for the provider's answer when `two` takes the lock over. */
  async function standingStill() {
    const [one, two] = await twoExpired();
    const { open, closed } = createGate();
    one.provider.beforeResponse = () => closed;
    const refreshing = Promise.resolve(one.tokens.current(setting));
    await expect.poll(() => one.refreshedWith).toEqual(["refresh-0"]);
    one.secrets.state.takeLocks();
    return { one, two, open, refreshing };
  }
  const stored = (store: TestStore) => store.tokens.stored(setting);

  it("keeps the tokens that the other one has stored, and uses them", async () => {
    const { one, two, open, refreshing } = await standingStill();
    two.provider.responseParts = { accessToken: "of two", refreshToken: "next of two" };
    await two.tokens.current(setting);
    open();
    expect(await refreshing).toMatchObject({ accessToken: "of two" });
    expect(await stored(one)).toMatchObject({ refreshToken: "next of two" });
    expect(one.refreshedWith).toEqual(["refresh-0"]);
  });

  it("stores what the provider answered, if it refused the other one, whose refresh token was used up", async () => {
    const { two, open, refreshing } = await standingStill();
    two.provider.failure = "invalid-grant";
    await expect(two.tokens.current(setting)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    expect(await stored(two)).toMatchObject({ refreshToken: "refresh-0", refreshFailed: true });
    open();
    expect(await refreshing).toMatchObject({ accessToken: "refreshed-access-1" });
    await two.clock.advance(1_000);
    expect(await two.tokens.current(setting)).toMatchObject({ refreshToken: "refreshed-refresh-1" });
    expect(await stored(two)).not.toHaveProperty("refreshFailed");
  });

  it("does not restore what the user has removed meanwhile", async () => {
    const { one, two, open, refreshing } = await standingStill();
    await two.tokens.clear(setting);
    open();
    expect(await refreshing).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(await stored(two)).toBeUndefined();
    expect(one.secrets.state.values.size).toBe(0);
  });

  it("sends nothing if the lock was lost before the request", async () => {
    const [one, two] = await twoExpired();
    const { open, closed } = createGate();
    let reads = 0;
    // The first read is before the lock, the second under it.
    one.secrets.state.beforeGetSettles = () => (++reads === 2 ? closed : Promise.resolve());
    const renewing = one.tokens.renew(setting);
    await expect.poll(() => reads).toBe(2);
    one.secrets.state.takeLocks();
    await two.tokens.renew(setting);
    open();
    expect(await renewing).toMatchObject({ refreshToken: "refreshed-refresh-1" });
    expect([one.refreshedWith, two.refreshedWith]).toEqual([[], ["refresh-0"]]);
  });
});

it("a read of the store that takes longer than a renewal does not restore the old token", async () => {
  const { tokens, secrets, clock } = await signedIn();
  await clock.advance(1000);
  const { open, closed } = createGate();
  secrets.state.beforeGetSettles = () => closed;
  const reading = tokens.current(setting);
  await settlePromises();
  secrets.state.beforeGetSettles = async () => undefined;
  await tokens.renew(setting);
  open();
  await reading;
  expect(tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
});
