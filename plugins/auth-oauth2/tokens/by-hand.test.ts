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
    await expect(tokens.renewed(setting)).rejects.toMatchObject({ code: "OAUTH_UNREACHABLE" });
    expect(await tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
  });
});

describe("clearing", () => {
  it("revokes, then forgets", async () => {
    const { tokens, secrets } = workshop();
    await tokens.store(setting, answerOf());
    const revoked: unknown[] = [];
    const notes = await tokens.clear(setting, async ({ refreshToken }) => void revoked.push(refreshToken));
    expect([notes, revoked, secrets.state.values.size]).toEqual([[], ["refresh-0"], 0]);
    await expect(tokens.current(setting)).rejects.toMatchObject({ code: "AUTH_ACTION_NEEDED" });
  });

  it("forgets even when the provider does not revoke, and says so", async () => {
    const { tokens, secrets } = workshop();
    await tokens.store(setting, answerOf());
    const unreachable = fault("OAUTH_UNREACHABLE", {
      url: "https://id.example/revoke",
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

  it("leaves the tokens of other settings alone", async () => {
    const { tokens, secrets } = workshop();
    await tokens.store(setting, answerOf());
    await tokens.store(settingOf({ label: "second account" }), answerOf());
    await tokens.clear(setting);
    expect(secrets.state.values.size).toBe(1);
  });

  it("where there is none forgets those of the profile's earlier settings", async () => {
    const { tokens, secrets } = workshop();
    const others = [settingOf({}, { profile: "other" }), settingOf({}, { environment: "staging" })];
    for (const its of [settingOf({ scopes: "old" }), ...others]) await tokens.store(its, answerOf());
    await tokens.clear(setting);
    expect([...secrets.state.values.keys()]).toEqual(others.map(tokenKey));
  });
});
