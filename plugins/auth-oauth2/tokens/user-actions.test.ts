// What the user does with a token: paste, refresh, clear.

import { settlePromises } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { tokenKey } from "./token-key.js";
import {
  tokenResponse,
  settingWith,
  createGate,
  grantErrors,
  createTestStore,
  signedIn,
} from "../testing/token-store.js";

const hour = 3_600_000;
const setting = settingWith();

describe("pasting a token", () => {
  it("replaces the stored token and drops its refresh token", async () => {
    const { tokens, clock, refreshedWith, secrets } = await signedIn();
    expect(await tokens.savePasted(setting, "Bearer pasted\n")).toMatchObject({
      source: "manual",
      expiresAtMs: null,
    });
    await clock.advance(10 * hour);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "pasted" });
    expect(refreshedWith).toEqual([]);
    expect(secrets.state.values.get(tokenKey(setting))).not.toContain("refresh-0");
  });

  it("changes nothing if the text is not a token", async () => {
    const { tokens } = await signedIn();
    await expect(tokens.savePasted(setting, "no token")).rejects.toMatchObject({
      code: "OAUTH_TOKEN_UNUSABLE",
    });
    expect(tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
  });
});

describe("a refresh by the user", () => {
  it("replaces even a fresh token, once for two callers at the same time", async () => {
    const { tokens, refreshedWith } = await signedIn();
    const [one, two] = await Promise.all([tokens.renew(setting), tokens.renew(setting)]);
    expect(one).toMatchObject({ accessToken: "refreshed-access-1", source: "refresh" });
    expect(two).toBe(one);
    expect(refreshedWith).toEqual(["refresh-0"]);
  });

  const pasted = async () => {
    const store = createTestStore();
    await store.tokens.savePasted(setting, "pasted");
    return store;
  };
  it.each([
    ["no token", async () => createTestStore(), /no token yet/],
    ["no refresh token", () => signedIn(tokenResponse({ refreshToken: undefined })), /no refresh token/],
    ["a pasted token", pasted, /pasted/],
  ])("is impossible with %s, and the error says so", async (_situation, prepare, reason) => {
    const { tokens } = await prepare();
    await expect(tokens.renew(setting)).rejects.toMatchObject({
      code: "AUTH_ACTION_NEEDED",
      details: { action: "login", reason: expect.stringMatching(reason) },
    });
  });

  it("of a pasted token without an endpoint to sign in at names the action that works", async () => {
    const { tokens } = createTestStore();
    const bare = settingWith({ tokenUrl: "" });
    await tokens.savePasted(bare, "pasted");
    await expect(tokens.renew(bare)).rejects.toMatchObject({ details: { action: "paste" } });
  });
});

describe("clearing", () => {
  it("revokes the token, then removes it", async () => {
    const { tokens, secrets } = await signedIn();
    const revoked: unknown[] = [];
    const notes = await tokens.clear(setting, async ({ refreshToken }) => {
      revoked.push(refreshToken);
      return "id.example";
    });
    expect(notes).toEqual([expect.stringMatching(/revoked at id\.example/)]);
    expect([revoked, secrets.state.values.size]).toEqual([["refresh-0"], 0]);
    await expect(tokens.current(setting)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
  });

  it("removes the token even if the revocation fails, and says so", async () => {
    const { tokens, secrets } = await signedIn();
    const notes = await tokens.clear(setting, () => Promise.reject(grantErrors.temporary));
    expect(notes).toEqual([expect.stringMatching(/not revoke.*status 503/)]);
    expect(secrets.state.values.size).toBe(0);
  });

  it("waits for a refresh in progress and removes its result", async () => {
    const { tokens, secrets, clock, provider } = await signedIn();
    await clock.advance(hour);
    const { open, closed } = createGate();
    provider.beforeResponse = () => closed;
    const refreshing = tokens.current(setting);
    await settlePromises();
    const clearing = tokens.clear(setting);
    open();
    await Promise.all([refreshing, clearing]);
    expect(secrets.state.values.size).toBe(0);
  });

  it("removes the tokens of earlier settings and other environments of the profile only", async () => {
    const { tokens, secrets } = createTestStore();
    const file = "/home/a/pictor.json";
    const current = settingWith({}, { file });
    const own = [
      current,
      settingWith({ scopes: "old" }, { file }),
      settingWith({ label: "second account" }, { file, environment: "staging" }),
    ];
    const others = [
      settingWith({}, { file, profile: "other" }),
      settingWith({}, { file, profile: "studio/" }),
      settingWith({}, { file: "/home/b/pictor.json" }),
      settingWith({}, { profile: undefined }),
    ];
    for (const each of [...own, ...others]) await tokens.save(each, tokenResponse());
    const revoked: string[] = [];
    const notes = await tokens.clear(current, async ({ accessToken }) => {
      revoked.push(accessToken);
      return "id.example";
    });
    expect([...secrets.state.values.keys()]).toEqual(others.map(tokenKey));
    expect(revoked).toHaveLength(1);
    expect(notes).toEqual([
      expect.stringMatching(/revoked at id\.example/),
      expect.stringMatching(/not revoked: 2\b/),
    ]);
  });

  it("removes only its own token for an inline setting", async () => {
    const { tokens, secrets } = createTestStore();
    const [one, two] = ["one", "two"].map((label) => settingWith({ label }, { profile: undefined }));
    await tokens.save(one!, tokenResponse());
    await tokens.save(two!, tokenResponse());
    expect(await tokens.clear(one!)).toEqual([expect.stringMatching(/still works.*revocationUrl/)]);
    expect([...secrets.state.values.keys()]).toEqual([tokenKey(two!)]);
  });

  it("says so if there was no token", async () => {
    expect(await createTestStore().tokens.clear(setting)).toEqual([expect.stringMatching(/no token/)]);
  });

  it("removes a token of earlier settings that could not be saved, too", async () => {
    const { tokens, secrets, provider } = createTestStore();
    const earlier = settingWith({ grantType: "client_credentials", scopes: "old" });
    secrets.state.isFull = true;
    await tokens.current(earlier);
    secrets.state.isFull = false;
    await tokens.clear(setting);
    provider.failure = "temporary";
    await expect(tokens.renew(earlier)).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect(secrets.state.values.size).toBe(0);
  });
});

describe("a cancelled action", () => {
  it("stores nothing of a sign-in that had to wait for another process", async () => {
    const { tokens, secrets } = createTestStore();
    const { open, closed } = createGate();
    void secrets.exclusively(tokenKey(setting), () => closed);
    const controller = new AbortController();
    const acting = tokens.save(setting, tokenResponse(), controller.signal);
    controller.abort(new Error("cancelled"));
    open();
    await expect(acting).rejects.toThrow("cancelled");
    expect(secrets.state.values.size).toBe(0);
  });

  it.each([
    ["nothing", undefined],
    ["the previous token", "access-0"],
  ])("restores %s if it was cancelled while the store wrote", async (_situation, previous) => {
    const { tokens, secrets } = createTestStore();
    if (previous !== undefined) await tokens.save(setting, tokenResponse({ accessToken: previous }));
    secrets.state.calls.length = 0;
    const controller = new AbortController();
    const acting = tokens.savePasted(setting, "pasted", controller.signal);
    acting.catch(() => undefined);
    while (!secrets.state.calls.includes("set")) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("cancelled"));
    await expect(acting).rejects.toThrow("cancelled");
    expect((await tokens.status(setting)).state).toBe(previous === undefined ? "signed-out" : "ready");
    expect([...secrets.state.values.values()].join()).not.toContain("pasted");
  });
});
