// The token for a request: from memory, from the store or after a renewal, and failures of each.

import { inspect } from "node:util";
import { createFakeClock } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { rejectionOf } from "../testing/fake-provider.js";
import { tokenKey } from "./token-key.js";
import {
  tokenResponse,
  createCountedSecrets,
  grantErrors,
  settingWith,
  startMs,
  createTestStore,
  signedIn,
  type TestStore,
} from "../testing/token-store.js";

const hour = 3_600_000;
const minute = 60_000;
const setting = settingWith();

/** The stored record. */
const stored = ({ secrets }: TestStore, of = setting): Record<string, unknown> =>
  JSON.parse(secrets.state.values.get(tokenKey(of)) ?? "{}") as Record<string, unknown>;

describe("a fresh token in memory", () => {
  it("is returned synchronously, without reading the store", async () => {
    const { tokens, secrets } = await signedIn();
    for (let send = 0; send < 1000; send++) {
      expect(tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    }
    expect(secrets.state.calls).toEqual([]);
  });

  it("is read from the store again after a second, once", async () => {
    const { tokens, secrets, clock } = await signedIn();
    await clock.advance(999);
    expect(tokens.current(setting)).not.toBeInstanceOf(Promise);
    await clock.advance(1);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    expect(tokens.current(setting)).not.toBeInstanceOf(Promise);
    expect(secrets.state.calls).toEqual(["get"]);
  });

  it("is replaced by the token that another process stored", async () => {
    const { tokens, secrets, clock } = await signedIn();
    const other = createTestStore(secrets, clock);
    await other.tokens.save(setting, tokenResponse({ accessToken: "theirs" }));
    await clock.advance(1000);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "theirs" });
  });

  it("is not used for another provider if it was copied to the key of another setting", async () => {
    const { tokens, secrets, refreshedWith } = await signedIn();
    const other = settingWith({ tokenUrl: "https://evil.example/token" });
    secrets.state.values.set(tokenKey(other), secrets.state.values.get(tokenKey(setting)) ?? "");
    await expect(tokens.current(other)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    await expect(tokens.renew(other)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    expect(refreshedWith).toEqual([]);
  });

  it("without an expiry is used forever and never refreshed", async () => {
    const { tokens, clock, refreshedWith } = await signedIn(tokenResponse({ expiresAtMs: null }));
    await clock.advance(1000 * hour);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    expect(refreshedWith).toEqual([]);
  });

  it("of an unknown type is stored, but not attached", async () => {
    const store = await signedIn(tokenResponse({ tokenType: "mac" }));
    expect(() => store.tokens.current(setting)).toThrow(/"mac"/);
    await store.clock.advance(1000);
    await expect(store.tokens.current(setting)).rejects.toMatchObject({ code: "OAUTH_TOKEN_UNUSABLE" });
    expect(stored(store)).toMatchObject({ accessToken: "access-0" });
  });

  it("is registered for redaction, like refresh and ID tokens", async () => {
    const { tokens, clock, hidden } = await signedIn(tokenResponse({ idToken: "id-0" }));
    await clock.advance(hour);
    await tokens.current(setting);
    expect([...hidden]).toEqual(
      expect.arrayContaining(["access-0", "refresh-0", "id-0", "refreshed-access-1", "refreshed-refresh-1"]),
    );
  });
});

describe("a token that is about to expire", () => {
  it("is refreshed, and the result is stored for the next process", async () => {
    const store = await signedIn();
    await store.clock.advance(hour - minute);
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(store.refreshedWith).toEqual(["refresh-0"]);
    const next = createTestStore(store.secrets, store.clock);
    expect(await next.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("without a refresh token is used until it expires, and then the user must sign in", async () => {
    const { tokens, clock, log } = await signedIn(tokenResponse({ refreshToken: undefined }));
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

describe("a refresh that fails", () => {
  it.each(["temporary", "other"] as const)(
    "(%s) keeps the token, which is used until it expires; then the error is reported",
    async (kind) => {
      const store = await signedIn();
      store.provider.failure = kind;
      await store.clock.advance(hour - minute);
      expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
      await store.clock.advance(minute);
      await expect(store.tokens.current(setting)).rejects.toBe(grantErrors[kind]);
      expect(stored(store)).toMatchObject({ accessToken: "access-0", refreshToken: "refresh-0" });
      store.provider.failure = undefined;
      expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    },
  );

  it("is not repeated within a second while the token is valid", async () => {
    const { tokens, clock, provider, refreshedWith } = await signedIn();
    provider.failure = "temporary";
    provider.beforeResponse = () => clock.advance(15_000);
    await clock.advance(hour - minute);
    for (let send = 0; send < 10; send++) await tokens.current(setting);
    expect(refreshedWith).toHaveLength(1);
    await clock.advance(1000);
    await tokens.current(setting);
    expect(refreshedWith).toHaveLength(2);
  });

  it("is logged without the text of foreign errors", async () => {
    const { tokens, clock, provider, log } = await signedIn();
    await clock.advance(hour - minute);
    provider.failure = "temporary";
    await tokens.current(setting);
    await clock.advance(1000);
    provider.failure = "other";
    await tokens.current(setting);
    expect(log).toEqual([
      expect.stringContaining(grantErrors.temporary.what),
      expect.not.stringContaining(grantErrors.other.message),
    ]);
    for (const line of log) expect(line).toContain("studio");
  });

  it("may be caused by a locked store", async () => {
    const { tokens, clock, secrets } = await signedIn();
    secrets.state.isLocked = true;
    await clock.advance(hour - minute);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await clock.advance(minute);
    await expect(tokens.current(setting)).rejects.toMatchObject({ code: "SECRETS_LOCKED" });
  });
});

describe("a refresh token that the provider rejects", () => {
  it("is not used again; the token is used until it expires, and then the user must sign in", async () => {
    const store = await signedIn();
    store.provider.failure = "invalid-grant";
    await store.clock.advance(hour - minute);
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await store.clock.advance(10_000);
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await store.clock.advance(minute);
    const error = await Promise.resolve(store.tokens.current(setting)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "AUTH_ACTION_NEEDED",
      details: { action: "login", reason: expect.stringContaining("refresh token") },
    });
    expect(inspect(error)).not.toMatch(/access-0|refresh-0/);
    expect(store.refreshedWith).toEqual(["refresh-0"]);
    expect(stored(store)).toMatchObject({ accessToken: "access-0", refreshFailed: true });
  });

  it("is reported with the words of the provider, and with what was sent", async () => {
    const store = await signedIn();
    store.provider.failure = "invalid-grant";
    await store.clock.advance(hour);
    const first = await rejectionOf(async () => store.tokens.current(setting));
    expect([first.details["reason"], first.hint]).toEqual([
      "the provider no longer accepts its refresh token (It was revoked)",
      "Run `pictor auth login studio`. Only the refresh was sent.",
    ]);
    expect((await rejectionOf(async () => store.tokens.current(setting))).hint).toContain(
      "Nothing was sent.",
    );
    const { notes = [] } = await store.tokens.status(setting);
    expect(notes.join("")).toContain(
      "no longer accepts the refresh token (It was revoked), so sign in again",
    );
  });

  it("is used again by a later request if the refusal names no reason, and the user may sign in", async () => {
    const store = await signedIn();
    store.provider.failure = "unclear";
    await store.clock.advance(hour);
    const error = await rejectionOf(async () => store.tokens.current(setting));
    expect([error.code, error.details["reason"]]).toEqual([
      "AUTH_ACTION_NEEDED",
      expect.stringContaining("(Forbidden)"),
    ]);
    store.provider.failure = undefined;
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("has no effect if another machine has stored another token meanwhile", async () => {
    const store = await signedIn();
    store.provider.failure = "invalid-grant";
    store.provider.beforeResponse = async () => {
      // Without the lock, as another machine with the same home folder would.
      const theirs = { ...stored(store), accessToken: "theirs", refreshToken: "theirs too" };
      store.secrets.state.values.set(tokenKey(setting), JSON.stringify(theirs));
    };
    await store.clock.advance(hour);
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "theirs" });
    expect(stored(store)).not.toHaveProperty("refreshFailed");
  });
});

describe("a setting without a token", () => {
  it("requires a login with a grant type that needs a user, and starts nothing", async () => {
    const { tokens, fetched } = createTestStore();
    const other = settingWith({ grantType: "password", username: "anna" });
    await expect(tokens.current(other)).rejects.toMatchObject({
      code: "AUTH_ACTION_NEEDED",
      details: { action: "login", reason: expect.stringContaining("no token") },
    });
    expect(fetched).toEqual([]);
  });

  it.each([
    ["client credentials", settingWith({ grantType: "client_credentials" })],
    ["a password and autoFetch", settingWith({ grantType: "password", username: "anna", autoFetch: true })],
  ])("gets one automatically with %s, and again when it has expired", async (_what, other) => {
    const { tokens, clock, provider, fetched } = createTestStore();
    provider.responseParts = { refreshToken: undefined };
    expect(await tokens.current(other)).toMatchObject({ accessToken: "fetched-access-1" });
    await clock.advance(hour);
    expect(await tokens.current(other)).toMatchObject({ accessToken: "fetched-access-2" });
    expect(fetched).toHaveLength(2);
  });

  it("gets one by the grant if the refresh token is rejected", async () => {
    const other = settingWith({ grantType: "client_credentials" });
    const { tokens, clock, provider, fetched } = await signedIn(tokenResponse(), other);
    await clock.advance(hour);
    provider.failure = "invalid-grant";
    provider.beforeResponse = async () => {
      if (fetched.length > 0) provider.failure = undefined;
    };
    expect(await tokens.current(other)).toMatchObject({ accessToken: "fetched-access-1" });
  });

  it("names the missing fields", async () => {
    const { tokens, fetched } = createTestStore();
    const other = settingWith({ grantType: "client_credentials", tokenUrl: " " }, { profile: undefined });
    await expect(tokens.current(other)).rejects.toMatchObject({
      code: "AUTH_NOT_CONFIGURED",
      details: { where: "The auth setting", fields: "tokenUrl" },
    });
    expect(fetched).toEqual([]);
  });

  it("reports a damaged record, which only a new token overwrites", async () => {
    const store = createTestStore();
    store.secrets.state.values.set(tokenKey(setting), '{"version":1,"accessToken":"hal');
    await expect(store.tokens.current(setting)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
    expect(store.secrets.state.values.get(tokenKey(setting))).toContain("hal");
    expect((await store.tokens.status(setting)).notes).toEqual([expect.stringContaining("cannot be read")]);
  });
});

describe("a clock that is changed", () => {
  it.each([
    ["forward by hours", 5 * hour],
    ["back by years", -startMs],
  ])("%s causes one refresh only", async (_situation, jumpMs) => {
    const { secrets } = await signedIn();
    const later = createTestStore(secrets, createFakeClock(startMs + jumpMs));
    for (let send = 0; send < 5; send++) await later.tokens.current(setting);
    await later.clock.advance(5_000);
    await later.tokens.current(setting);
    expect(later.refreshedWith).toHaveLength(1);
  });

  it("to the expiry of the token causes one refresh for each request if tokens expire at once", async () => {
    const { tokens, provider, clock, refreshedWith } = await signedIn();
    await clock.advance(hour);
    provider.responseParts = { expiresAtMs: clock.now() };
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-2" });
    expect(refreshedWith).toEqual(["refresh-0", "refreshed-refresh-1"]);
  });
});

describe("a store that is full", () => {
  it("does not lose a renewed token, which is used and stored later", async () => {
    const store = await signedIn();
    await store.clock.advance(hour);
    store.secrets.state.isFull = true;
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    await store.clock.advance(1000);
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(stored(store)).toMatchObject({ accessToken: "access-0" });
    expect(store.log).toEqual([expect.stringContaining("in memory")]);
    store.secrets.state.isFull = false;
    await store.clock.advance(1000);
    await store.tokens.current(setting);
    expect(stored(store)).toMatchObject({ accessToken: "refreshed-access-1" });
  });

  it("is reported for the token of a login", async () => {
    const secrets = createCountedSecrets();
    secrets.state.isFull = true;
    const { tokens } = createTestStore(secrets);
    await expect(tokens.save(setting, tokenResponse())).rejects.toMatchObject({
      code: "SECRETS_UNAVAILABLE",
    });
    expect(tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
  });
});
