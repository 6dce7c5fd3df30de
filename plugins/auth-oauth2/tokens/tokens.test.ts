// The token for a request: from memory, from the store, renewed in time; and what happens when it cannot be.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { tokenKey } from "./key.js";
import { answerOf, countedSecrets, refusals, settingOf, startMs, workshop } from "./tokens.test.support.js";

const hour = 3_600_000;
const minute = 60_000;
const setting = settingOf();

/** A process that has just signed in. */
async function signedIn(answer = answerOf(), its = setting) {
  const shop = workshop();
  await shop.tokens.store(its, answer);
  shop.secrets.state.calls.length = 0;
  return shop;
}
const kept = ({ secrets }: Awaited<ReturnType<typeof signedIn>>, its = setting): Record<string, unknown> =>
  JSON.parse(secrets.state.values.get(tokenKey(its)) ?? "{}") as Record<string, unknown>;

describe("a token that is held and fresh", () => {
  it("comes at once, without a promise and without a look into the store", async () => {
    const { tokens, secrets } = await signedIn();
    for (let send = 0; send < 1000; send++) {
      expect(tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    }
    expect(secrets.state.calls).toEqual([]);
  });

  it("is looked for in the store again after a second, once", async () => {
    const { tokens, secrets, clock } = await signedIn();
    await clock.advance(999);
    expect(tokens.current(setting)).not.toBeInstanceOf(Promise);
    await clock.advance(1);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    expect(tokens.current(setting)).not.toBeInstanceOf(Promise);
    expect(secrets.state.calls).toEqual(["get"]);
  });

  it("gives way to what another process put there", async () => {
    const { tokens, secrets, clock } = await signedIn();
    const other = workshop(secrets, clock);
    await other.tokens.store(setting, answerOf({ accessToken: "theirs" }));
    await clock.advance(1000);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "theirs" });
  });

  it("is looked for in the store when the clock was set back", async () => {
    const { tokens, secrets, clock } = await signedIn(answerOf({ expiresAtMs: null }));
    await clock.advance(-5 * hour);
    await tokens.current(setting);
    expect(secrets.state.calls).toEqual(["get"]);
  });

  it("does not go elsewhere when somebody copies it under another setting's key", async () => {
    const { tokens, secrets, refreshedWith } = await signedIn();
    const other = settingOf({ tokenUrl: "https://evil.example/token" });
    secrets.state.values.set(tokenKey(other), secrets.state.values.get(tokenKey(setting)) ?? "");
    await expect(tokens.current(other)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    await expect(tokens.renewed(other)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    expect(refreshedWith).toEqual([]);
  });

  it("is not used for another setting", async () => {
    const { tokens } = await signedIn();
    await expect(tokens.current(settingOf({ scopes: "admin" }))).rejects.toMatchObject({
      code: "AUTH_ACTION_NEEDED",
    });
  });

  it("of an unknown end is used for ever, and never refreshed", async () => {
    const { tokens, clock, refreshedWith } = await signedIn(answerOf({ expiresAtMs: null }));
    await clock.advance(1000 * hour);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    expect(refreshedWith).toEqual([]);
  });

  it("of a type that is not understood is kept, and not given", async () => {
    const shop = await signedIn(answerOf({ tokenType: "mac" }));
    expect(() => shop.tokens.current(setting)).toThrow(/its type is "mac"/);
    await shop.clock.advance(1000);
    await expect(shop.tokens.current(setting)).rejects.toMatchObject({ code: "OAUTH_TOKEN_UNUSABLE" });
    expect(kept(shop)).toMatchObject({ accessToken: "access-0" });
  });

  it("is hidden from logs, with all that came with it", async () => {
    const { tokens, clock, hidden } = await signedIn(answerOf({ idToken: "id-0" }));
    await clock.advance(hour);
    await tokens.current(setting);
    expect([...hidden]).toEqual(
      expect.arrayContaining(["access-0", "refresh-0", "id-0", "refreshed-access-1", "refreshed-refresh-1"]),
    );
  });
});

describe("a token that is about to end", () => {
  it("is refreshed, and what comes is kept for the next process", async () => {
    const shop = await signedIn();
    await shop.clock.advance(hour - minute);
    expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(shop.refreshedWith).toEqual(["refresh-0"]);
    const next = workshop(shop.secrets, shop.clock);
    expect(await next.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("keeps its refresh token when no other one comes", async () => {
    const shop = await signedIn();
    shop.provider.next = { refreshToken: undefined };
    for (let round = 0; round < 2; round++) {
      await shop.clock.advance(hour);
      await shop.tokens.current(setting);
    }
    expect(shop.refreshedWith).toEqual(["refresh-0", "refresh-0"]);
  });

  it("is used to its end when there is no refresh token, and then a person is asked for", async () => {
    const { tokens, clock, log } = await signedIn(answerOf({ refreshToken: undefined }));
    await clock.advance(hour - 1);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    expect(tokens.current(setting)).not.toBeInstanceOf(Promise);
    await clock.advance(1);
    await expect(tokens.current(setting)).rejects.toMatchObject({
      code: "AUTH_ACTION_NEEDED",
      details: { where: "The profile studio", action: "login", profile: "studio" },
    });
    expect(log).toEqual([]);
  });
});

describe("a refresh that fails for now", () => {
  it.each(["temporary", "other"] as const)(
    "(%s) leaves the token, which is used to its end; then the failure is told",
    async (failure) => {
      const shop = await signedIn();
      shop.provider.failure = failure;
      await shop.clock.advance(hour - minute);
      expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
      await shop.clock.advance(minute);
      await expect(shop.tokens.current(setting)).rejects.toBe(refusals[failure]);
      expect(kept(shop)).toMatchObject({ accessToken: "access-0", refreshToken: "refresh-0" });
      shop.provider.failure = undefined;
      expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    },
  );

  it("is not tried again for a second while the token is good", async () => {
    const { tokens, clock, provider, refreshedWith } = await signedIn();
    provider.failure = "temporary";
    provider.meanwhile = () => clock.advance(15_000);
    await clock.advance(hour - minute);
    for (let send = 0; send < 10; send++) await tokens.current(setting);
    expect(refreshedWith).toHaveLength(1);
    await clock.advance(1000);
    await tokens.current(setting);
    expect(refreshedWith).toHaveLength(2);
  });

  it("is logged in the catalogue's words only", async () => {
    const { tokens, clock, provider, log } = await signedIn();
    await clock.advance(hour - minute);
    provider.failure = "temporary";
    await tokens.current(setting);
    await clock.advance(1000);
    provider.failure = "other";
    await tokens.current(setting);
    expect(log).toEqual([
      `The profile studio: the token is used until it expires. It was not renewed: ${refusals.temporary.what}`,
      "The profile studio: the token is used until it expires. It was not renewed: an unexpected fault.",
    ]);
  });

  it("counts a store that is locked as one", async () => {
    const { tokens, clock, secrets } = await signedIn();
    secrets.state.locked = true;
    await clock.advance(hour - minute);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await clock.advance(minute);
    await expect(tokens.current(setting)).rejects.toMatchObject({ code: "SECRETS_LOCKED" });
  });
});

describe("a refresh that is refused for good", () => {
  it("is not repeated; the token is used to its end, and then a person is asked for", async () => {
    const shop = await signedIn();
    shop.provider.failure = "invalid-grant";
    await shop.clock.advance(hour - minute);
    expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await shop.clock.advance(10_000);
    expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await shop.clock.advance(minute);
    const failure = await Promise.resolve(shop.tokens.current(setting)).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "AUTH_ACTION_NEEDED",
      details: { action: "login", reason: expect.stringContaining("no longer accepts its refresh token") },
    });
    expect(inspect(failure)).not.toMatch(/access-0|refresh-0/);
    expect(shop.refreshedWith).toEqual(["refresh-0"]);
    expect(kept(shop)).toMatchObject({ accessToken: "access-0", refreshFailed: true });
  });

  it("is no harm when somebody else brought another token meanwhile", async () => {
    const shop = await signedIn();
    shop.provider.failure = "invalid-grant";
    shop.provider.meanwhile = async () => {
      // Without our lock, as another machine with the same home folder.
      const theirs = { ...kept(shop), accessToken: "theirs", refreshToken: "theirs too" };
      shop.secrets.state.values.set(tokenKey(setting), JSON.stringify(theirs));
    };
    await shop.clock.advance(hour);
    expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "theirs" });
    expect(kept(shop)).not.toHaveProperty("refreshFailed");
  });

  it("is forgotten with the next login", async () => {
    const shop = await signedIn();
    shop.provider.failure = "invalid-grant";
    await shop.clock.advance(hour - minute);
    await shop.tokens.current(setting);
    await shop.tokens.store(setting, answerOf({ accessToken: "new", expiresAtMs: startMs + 2 * hour }));
    expect(await shop.tokens.status(setting)).toMatchObject({ state: "ready", refreshable: true });
  });
});

describe("a setting without a token", () => {
  it.each(["authorization_code", "device_code", "password"] as const)(
    "asks for a person with the grant %s, and starts nothing",
    async (grantType) => {
      const { tokens, fetched } = workshop();
      const its = settingOf({ grantType, username: "anna" });
      await expect(tokens.current(its)).rejects.toMatchObject({
        code: "AUTH_ACTION_NEEDED",
        details: { action: "login", reason: "there is no token yet" },
      });
      expect(fetched).toEqual([]);
    },
  );

  it.each([
    ["client credentials", settingOf({ grantType: "client_credentials" })],
    ["a password that may be used", settingOf({ grantType: "password", username: "anna", autoFetch: true })],
  ])("fetches one by itself with %s, and again when it has expired", async (_what, its) => {
    const { tokens, clock, provider, fetched } = workshop();
    provider.next = { refreshToken: undefined };
    expect(await tokens.current(its)).toMatchObject({ accessToken: "fetched-access-1" });
    await clock.advance(hour);
    expect(await tokens.current(its)).toMatchObject({ accessToken: "fetched-access-2" });
    expect(fetched).toHaveLength(2);
  });

  it("fetches one where a refresh is refused for good", async () => {
    const its = settingOf({ grantType: "client_credentials" });
    const { tokens, clock, provider, fetched } = await signedIn(answerOf(), its);
    await clock.advance(hour);
    provider.failure = "invalid-grant";
    provider.meanwhile = async () => {
      if (fetched.length > 0) provider.failure = undefined;
    };
    expect(await tokens.current(its)).toMatchObject({ accessToken: "fetched-access-1" });
  });

  it("names the fields that are still to be filled in", async () => {
    const { tokens, fetched } = workshop();
    const its = settingOf({ grantType: "client_credentials", tokenUrl: " " }, { profile: undefined });
    await expect(tokens.current(its)).rejects.toMatchObject({
      code: "AUTH_NOT_CONFIGURED",
      details: { where: "The auth setting", fields: "tokenUrl" },
    });
    expect(fetched).toEqual([]);
  });

  it("says so when what was kept is damaged, and overwrites it only with a token", async () => {
    const shop = workshop();
    shop.secrets.state.values.set(tokenKey(setting), '{"version":1,"accessToken":"hal');
    await expect(shop.tokens.current(setting)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    expect(shop.secrets.state.values.get(tokenKey(setting))).toContain("hal");
    expect((await shop.tokens.status(setting)).notes).toEqual([expect.stringContaining("cannot be read")]);
  });
});

describe("a clock that jumps", () => {
  it.each([
    ["forward by hours", 5 * hour],
    ["back by hours", -5 * hour],
    ["back by years", -startMs],
  ])("%s costs one refresh, and no more", async (_situation, jumpMs) => {
    const { secrets } = await signedIn();
    const { createFakeClock } = await import("@pictor/kernel/testing");
    const later = workshop(secrets, createFakeClock(startMs + jumpMs));
    for (let send = 0; send < 5; send++) await later.tokens.current(setting);
    await later.clock.advance(5_000);
    await later.tokens.current(setting);
    expect(later.refreshedWith).toHaveLength(1);
  });

  it("costs one refresh for each request when tokens live no time at all", async () => {
    const { tokens, provider, clock, refreshedWith } = await signedIn();
    await clock.advance(hour);
    provider.next = { expiresAtMs: clock.now() };
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-2" });
    expect(refreshedWith).toEqual(["refresh-0", "refreshed-refresh-1"]);
  });

  it("waits for nothing: no timer is left", async () => {
    const { tokens, clock } = await signedIn();
    await clock.advance(hour);
    await tokens.current(setting);
    expect(clock.pending()).toBe(0);
  });
});

describe("a store that is full when the new token is to be kept", () => {
  it("does not lose it: it is used, and kept later", async () => {
    const shop = await signedIn();
    await shop.clock.advance(hour);
    shop.secrets.state.full = true;
    expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    await shop.clock.advance(1000);
    expect(await shop.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(kept(shop)).toMatchObject({ accessToken: "access-0" });
    expect(shop.log).toEqual([expect.stringContaining("only in memory")]);
    shop.secrets.state.full = false;
    await shop.clock.advance(1000);
    await shop.tokens.current(setting);
    expect(kept(shop)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("is told when it is the token of a login", async () => {
    const secrets = countedSecrets();
    secrets.state.full = true;
    const { tokens } = workshop(secrets);
    await expect(tokens.store(setting, answerOf())).rejects.toMatchObject({ code: "SECRETS_UNAVAILABLE" });
    expect(tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
  });
});
