// Many at the same time: one refresh in the process, one between processes, and callers who leave.

import { settle } from "@pictor/kernel/testing";
import { describe, expect, it } from "vitest";
import { answerOf, settingOf, workshop } from "./tokens.test.support.js";

const hour = 3_600_000;
const setting = settingOf();

/** A process whose token has expired. */
async function expired() {
  const shop = workshop();
  await shop.tokens.store(setting, answerOf());
  await shop.clock.advance(hour);
  return shop;
}
/** What holds the provider until it is let go. */
function gate() {
  let open: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (open = resolve));
  return {
    open: () => {
      open();
    },
    closed,
  };
}

describe("fifty requests at the end of a token", () => {
  it("cost one refresh, and all get its result", async () => {
    const { tokens, refreshedWith } = await expired();
    const records = await Promise.all(Array.from({ length: 50 }, async () => tokens.current(setting)));
    expect(refreshedWith).toEqual(["refresh-0"]);
    expect(new Set(records.map(({ accessToken }) => accessToken))).toEqual(new Set(["refreshed-access-1"]));
  });

  it("fail together when it fails, and the next one tries again", async () => {
    const { tokens, provider, refreshedWith } = await expired();
    provider.failure = "temporary";
    const ends = await Promise.allSettled(Array.from({ length: 50 }, async () => tokens.current(setting)));
    expect(ends.every(({ status }) => status === "rejected")).toBe(true);
    expect(refreshedWith).toHaveLength(1);
    provider.failure = undefined;
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("of two settings do not wait for each other", async () => {
    const { tokens, provider } = await expired();
    const other = settingOf({ grantType: "client_credentials" });
    const { open, closed } = gate();
    provider.meanwhile = () => closed;
    const first = tokens.current(setting);
    await settle();
    provider.meanwhile = async () => undefined;
    expect(await tokens.current(other)).toMatchObject({ accessToken: "fetched-access-1" });
    open();
    expect(await first).toMatchObject({ accessToken: "refreshed-access-2" });
  });
});

describe("a caller who leaves", () => {
  it("stops waiting at once, and the refresh goes on for the others", async () => {
    const { tokens, provider, refreshedWith } = await expired();
    const { open, closed } = gate();
    provider.meanwhile = () => closed;
    const leaving = new AbortController();
    const first = Promise.resolve(tokens.current(setting, leaving));
    const second = tokens.current(setting);
    await settle();
    leaving.abort(new Error("the first one left"));
    await expect(first).rejects.toThrow("the first one left");
    open();
    expect(await second).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(refreshedWith).toHaveLength(1);
  });

  it("leaves a result for the next one, even when nobody waits", async () => {
    const { tokens, provider, refreshedWith } = await expired();
    const { open, closed } = gate();
    provider.meanwhile = () => closed;
    const leaving = new AbortController();
    const first = Promise.resolve(tokens.current(setting, leaving));
    await settle();
    leaving.abort();
    await expect(first).rejects.toThrow();
    open();
    await tokens.landed();
    expect(tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(refreshedWith).toHaveLength(1);
  });

  it("before it began starts nothing", async () => {
    const { tokens, refreshedWith } = await expired();
    await expect(tokens.current(setting, { signal: AbortSignal.abort() })).rejects.toThrow();
    await settle();
    expect(refreshedWith).toEqual([]);
  });

  it("has nobody trip over a failure that no one waits for", async () => {
    const { tokens, provider } = await expired();
    const { open, closed } = gate();
    provider.meanwhile = () => closed;
    provider.failure = "temporary";
    const leaving = new AbortController();
    const first = Promise.resolve(tokens.current(setting, leaving));
    leaving.abort();
    await expect(first).rejects.toThrow();
    open();
    await tokens.landed();
  });
});

describe("two processes over one store", () => {
  it("at the end of a token refresh once, and the second uses what the first got", async () => {
    const one = await expired();
    const two = workshop(one.secrets, one.clock);
    const [mine, theirs] = await Promise.all([one.tokens.current(setting), two.tokens.current(setting)]);
    expect(mine.accessToken).toBe(theirs.accessToken);
    expect([...one.refreshedWith, ...two.refreshedWith]).toEqual(["refresh-0"]);
  });

  it("do so even when tokens live no time at all", async () => {
    const one = await expired();
    const two = workshop(one.secrets, one.clock);
    for (const { provider } of [one, two]) provider.next = { expiresAtMs: one.clock.now() };
    const [mine, theirs] = await Promise.all([one.tokens.current(setting), two.tokens.current(setting)]);
    expect(mine.accessToken).toBe(theirs.accessToken);
    expect([...one.refreshedWith, ...two.refreshedWith]).toEqual(["refresh-0"]);
  });

  it("fetch once where the grant needs nobody", async () => {
    const its = settingOf({ grantType: "client_credentials" });
    const one = workshop();
    const two = workshop(one.secrets, one.clock);
    const [mine, theirs] = await Promise.all([one.tokens.current(its), two.tokens.current(its)]);
    expect(mine.accessToken).toBe(theirs.accessToken);
    expect([...one.fetched, ...two.fetched]).toHaveLength(1);
  });

  it("do not undo each other: a login during a refresh is what stays", async () => {
    const one = await expired();
    const two = workshop(one.secrets, one.clock);
    const { open, closed } = gate();
    one.provider.meanwhile = () => closed;
    const refreshing = one.tokens.current(setting);
    await settle();
    const signingIn = two.tokens.store(setting, answerOf({ accessToken: "login", expiresAtMs: null }));
    open();
    await Promise.all([refreshing, signingIn]);
    await one.clock.advance(1000);
    expect(await one.tokens.current(setting)).toMatchObject({ accessToken: "login" });
  });
});

describe("a look into the store that takes longer than a renewal", () => {
  it("does not bring the old token back", async () => {
    const { tokens, secrets, clock } = workshop();
    await tokens.store(setting, answerOf());
    await clock.advance(1000);
    const { open, closed } = gate();
    secrets.state.looking = () => closed;
    const looking = tokens.current(setting);
    await settle();
    secrets.state.looking = async () => undefined;
    await tokens.renewed(setting);
    open();
    await looking;
    expect(tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
  });
});
