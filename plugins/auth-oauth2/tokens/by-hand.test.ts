// What a person does with a token: paste, renew, clear.

import { fault } from "@pictor/kernel/plugin";
import { settle } from "@pictor/kernel/testing";
import { describe, expect, it } from "vitest";
import { tokenKey } from "./key.js";
import { answerOf, settingOf, workshop } from "./tokens.test.support.js";

const hour = 3_600_000;
const setting = settingOf();

describe("pasting", () => {
  it("replaces the token, and drops the refresh token that belonged to it", async () => {
    const { tokens, clock, refreshedWith, secrets } = workshop();
    await tokens.store(setting, answerOf());
    expect(await tokens.paste(setting, "Bearer pasted\n")).toMatchObject({
      source: "manual",
      expiresAtMs: null,
    });
    await clock.advance(10 * hour);
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "pasted" });
    expect(refreshedWith).toEqual([]);
    expect(secrets.state.values.get(tokenKey(setting))).not.toContain("refresh-0");
  });

  it("of something that is no token changes nothing", async () => {
    const { tokens } = workshop();
    await tokens.store(setting, answerOf());
    await expect(tokens.paste(setting, "no token")).rejects.toMatchObject({ code: "OAUTH_TOKEN_UNUSABLE" });
    expect(tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
  });
});

describe("renewing", () => {
  it("gets another token, however fresh the present one is, and once for two who ask", async () => {
    const { tokens, refreshedWith } = workshop();
    await tokens.store(setting, answerOf());
    const [one, two] = await Promise.all([tokens.renewed(setting), tokens.renewed(setting)]);
    expect(one).toMatchObject({ accessToken: "refreshed-access-1", source: "refresh" });
    expect(two).toBe(one);
    expect(refreshedWith).toEqual(["refresh-0"]);
  });

  it("fetches where the grant needs nobody", async () => {
    const { tokens } = workshop();
    const its = settingOf({ grantType: "client_credentials" });
    expect(await tokens.renewed(its)).toMatchObject({ accessToken: "fetched-access-1" });
  });

  it.each([
    ["no token", async () => workshop(), "there is no token yet"],
    [
      "no refresh token",
      async () => {
        const shop = workshop();
        await shop.tokens.store(setting, answerOf({ refreshToken: undefined }));
        return shop;
      },
      "its token cannot be renewed, because the provider gave no refresh token",
    ],
    [
      "a pasted token",
      async () => {
        const shop = workshop();
        await shop.tokens.paste(setting, "pasted");
        return shop;
      },
      "its token was pasted and cannot be renewed",
    ],
  ])("without the means says what is missing: %s", async (_situation, prepare, reason) => {
    const { tokens } = await prepare();
    await expect(tokens.renewed(setting)).rejects.toMatchObject({
      code: "AUTH_ACTION_NEEDED",
      details: { action: "login", reason },
    });
  });

  it("that fails tells why, and leaves the token", async () => {
    const { tokens, provider } = workshop();
    await tokens.store(setting, answerOf());
    provider.failure = "temporary";
    await expect(tokens.renewed(setting)).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
  });
});

describe("clearing", () => {
  it("revokes, then forgets", async () => {
    const { tokens, secrets } = workshop();
    await tokens.store(setting, answerOf());
    const revoked: unknown[] = [];
    const notes = await tokens.clear(setting, async ({ refreshToken }) => {
      revoked.push(refreshToken);
      return "id.example";
    });
    expect(notes).toEqual(["The token is forgotten, and revoked at id.example."]);
    expect([revoked, secrets.state.values.size]).toEqual([["refresh-0"], 0]);
    await expect(tokens.current(setting)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
  });

  it("forgets even when the provider does not revoke, and says so", async () => {
    const { tokens, secrets } = workshop();
    await tokens.store(setting, answerOf());
    const unreachable = fault("AUTH_UNREACHABLE", {
      where: "https://id.example/revoke",
      reason: "status 503",
    });
    const notes = await tokens.clear(setting, () => Promise.reject(unreachable));
    expect(notes).toEqual([expect.stringMatching(/forgotten here.*did not revoke.*status 503/)]);
    expect(secrets.state.values.size).toBe(0);
  });

  it("waits for a refresh that is under way, and forgets its result", async () => {
    const { tokens, secrets, clock, provider } = workshop();
    await tokens.store(setting, answerOf());
    await clock.advance(hour);
    let finish: () => void = () => undefined;
    const thinking = new Promise<void>((resolve) => (finish = resolve));
    provider.meanwhile = () => thinking;
    const refreshing = tokens.current(setting);
    await settle();
    const clearing = tokens.clear(setting);
    finish();
    await Promise.all([refreshing, clearing]);
    expect(secrets.state.values.size).toBe(0);
  });

  it("forgets those of the profile's earlier settings and other environments, and no others", async () => {
    const { tokens, secrets } = workshop();
    const file = "/home/a/pictor.json";
    const its = settingOf({}, { file });
    const own = [
      its,
      settingOf({ scopes: "old" }, { file }),
      settingOf({ label: "second account" }, { file, environment: "staging" }),
    ];
    const others = [
      settingOf({}, { file, profile: "other" }),
      settingOf({}, { file, profile: "studio/" }),
      settingOf({}, { file: "/home/b/pictor.json" }),
      settingOf({}, { profile: undefined }),
    ];
    for (const each of [...own, ...others]) await tokens.store(each, answerOf());
    const revoked: string[] = [];
    const notes = await tokens.clear(its, async ({ accessToken }) => {
      revoked.push(accessToken);
      return "id.example";
    });
    expect([...secrets.state.values.keys()]).toEqual(others.map(tokenKey));
    expect(revoked).toHaveLength(1);
    expect(notes).toEqual([
      "The token is forgotten, and revoked at id.example.",
      "Forgotten here, and not revoked: 2 of earlier settings or other environments of this profile.",
    ]);
  });

  it("of an inline setting forgets its own alone", async () => {
    const { tokens, secrets } = workshop();
    const [one, two] = ["one", "two"].map((label) => settingOf({ label }, { profile: undefined }));
    await tokens.store(one!, answerOf());
    await tokens.store(two!, answerOf());
    expect(await tokens.clear(one!)).toEqual(["The token is forgotten."]);
    expect([...secrets.state.values.keys()]).toEqual([tokenKey(two!)]);
  });

  it("says so where there was none", async () => {
    expect(await workshop().tokens.clear(setting)).toEqual(["There was no token."]);
  });

  it("forgets a token of earlier settings that could not be saved, too", async () => {
    const { tokens, secrets, provider } = workshop();
    const earlier = settingOf({ grantType: "client_credentials", scopes: "old" });
    secrets.state.full = true;
    await tokens.current(earlier);
    secrets.state.full = false;
    await tokens.clear(setting);
    provider.failure = "temporary";
    await expect(tokens.renewed(earlier)).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect(secrets.state.values.size).toBe(0);
  });
});

describe("a cancelled action", () => {
  it.each([
    [
      "a sign-in",
      (shop: ReturnType<typeof workshop>, signal: AbortSignal) =>
        shop.tokens.store(setting, answerOf(), signal),
    ],
    [
      "a paste",
      (shop: ReturnType<typeof workshop>, signal: AbortSignal) =>
        shop.tokens.paste(setting, "pasted", signal),
    ],
  ])("keeps nothing of %s that had to wait for another process", async (_situation, act) => {
    const shop = workshop();
    const { secrets } = shop;
    let release: () => void = () => undefined;
    const elsewhere = new Promise<void>((resolve) => (release = resolve));
    void secrets.exclusively(tokenKey(setting), () => elsewhere);
    const controller = new AbortController();
    const acting = act(shop, controller.signal);
    controller.abort(new Error("cancelled"));
    release();
    await expect(acting).rejects.toThrow("cancelled");
    expect(secrets.state.values.size).toBe(0);
  });

  it.each([
    ["nothing", undefined],
    ["the earlier token", "access-0"],
  ])("leaves %s when the store itself had to wait", async (_situation, left) => {
    const { tokens, secrets } = workshop();
    if (left !== undefined) await tokens.store(setting, answerOf({ accessToken: left }));
    secrets.state.calls.length = 0;
    const controller = new AbortController();
    const acting = tokens.paste(setting, "pasted", controller.signal);
    acting.catch(() => undefined);
    while (!secrets.state.calls.includes("set")) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("cancelled"));
    await expect(acting).rejects.toThrow("cancelled");
    expect((await tokens.status(setting)).state).toBe(left === undefined ? "signed-out" : "ready");
    expect([...secrets.state.values.values()].join()).not.toContain("pasted");
  });
});
