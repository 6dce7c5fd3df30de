// After a 401: another token than the one that was refused, or none.

import { describe, expect, it } from "vitest";
import { tokenKey } from "./key.js";
import { answerOf, settingOf, workshop } from "./tokens.test.support.js";

const setting = settingOf();

async function signedIn(answer = answerOf(), its = setting) {
  const shop = workshop();
  await shop.tokens.store(its, answer);
  return shop;
}

describe("a fresh token that the server refuses", () => {
  it("is refreshed once, for all who were refused", async () => {
    const { tokens, refreshedWith } = await signedIn();
    const refused = Array.from({ length: 50 }, () => tokens.afterChallenge(setting, "access-0"));
    for (const record of await Promise.all(refused))
      expect(record).toMatchObject({ accessToken: "refreshed-access-1" });
    expect(refreshedWith).toEqual(["refresh-0"]);
  });

  it("is replaced by what the store has by now, without a refresh", async () => {
    const { tokens, refreshedWith } = await signedIn(answerOf({ accessToken: "newer" }));
    expect(await tokens.afterChallenge(setting, "older")).toMatchObject({ accessToken: "newer" });
    expect(refreshedWith).toEqual([]);
  });

  it("is fetched again where the grant needs nobody", async () => {
    const its = settingOf({ grantType: "client_credentials" });
    const { tokens } = await signedIn(answerOf({ refreshToken: undefined }), its);
    expect(await tokens.afterChallenge(its, "access-0")).toMatchObject({ accessToken: "fetched-access-1" });
  });

  it("may be an ID token", async () => {
    const its = settingOf({ use: "id_token" });
    const { tokens, provider, refreshedWith } = await signedIn(answerOf({ idToken: "id-0" }), its);
    provider.next = { idToken: "id-1" };
    expect(await tokens.afterChallenge(its, "id-0")).toMatchObject({ idToken: "id-1" });
    expect(refreshedWith).toEqual(["refresh-0"]);
  });
});

describe("nothing better is to be had", () => {
  it("without a token", async () => {
    expect(await workshop().tokens.afterChallenge(setting, "access-0")).toBeUndefined();
  });

  it("without a refresh token", async () => {
    const { tokens } = await signedIn(answerOf({ refreshToken: undefined }));
    expect(await tokens.afterChallenge(setting, "access-0")).toBeUndefined();
  });

  it("for a pasted token, which is never replaced unasked", async () => {
    const its = settingOf({ grantType: "client_credentials" });
    const { tokens, fetched } = workshop();
    await tokens.paste(its, "pasted");
    expect(await tokens.afterChallenge(its, "pasted")).toBeUndefined();
    expect(fetched).toEqual([]);
  });

  it.each(["other", "invalid-grant"] as const)(
    "when the refresh fails (%s), and the record stays",
    async (failure) => {
      const { tokens, provider, secrets, refreshedWith } = await signedIn();
      provider.failure = failure;
      expect(await tokens.afterChallenge(setting, "access-0")).toBeUndefined();
      expect(secrets.state.values.get(tokenKey(setting))).toMatch(/access-0.*refresh-0/);
      expect(refreshedWith).toHaveLength(1);
    },
  );

  it("when the new token is of a type that is not understood", async () => {
    const { tokens, provider } = await signedIn();
    provider.next = { tokenType: "mac" };
    expect(await tokens.afterChallenge(setting, "access-0")).toBeUndefined();
  });
});

it("an outage of the provider is told, and the record stays", async () => {
  const { tokens, provider, secrets } = await signedIn();
  provider.failure = "temporary";
  await expect(tokens.afterChallenge(setting, "access-0")).rejects.toMatchObject({
    code: "AUTH_UNREACHABLE",
  });
  expect(secrets.state.values.get(tokenKey(setting))).toMatch(/access-0.*refresh-0/);
});

it("a caller who leaves gets the reason, not an empty answer", async () => {
  const { tokens, provider } = await signedIn();
  provider.meanwhile = () => new Promise(() => undefined);
  const leaving = new AbortController();
  const waiting = tokens.afterChallenge(setting, "access-0", leaving.signal);
  leaving.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
});
