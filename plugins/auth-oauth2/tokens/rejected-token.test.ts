// After status 401: a record with another token than the rejected one, or none.

import { describe, expect, it } from "vitest";
import { tokenKey } from "./token-key.js";
import { tokenResponse, settingWith, createTestStore } from "../testing/token-store.js";

const setting = settingWith();

async function signedIn(response = tokenResponse(), signedInSetting = setting) {
  const store = createTestStore();
  await store.tokens.save(signedInSetting, response);
  return store;
}

describe("a rejected token", () => {
  it("is replaced by a newer one in the store, without a refresh", async () => {
    const { tokens, refreshedWith } = await signedIn(tokenResponse({ accessToken: "newer" }));
    expect(await tokens.replaceRejected(setting, "older")).toMatchObject({ accessToken: "newer" });
    expect(refreshedWith).toEqual([]);
  });

  it("is replaced by the grant if that needs no user", async () => {
    const own = settingWith({ grantType: "client_credentials" });
    const { tokens } = await signedIn(tokenResponse({ refreshToken: undefined }), own);
    expect(await tokens.replaceRejected(own, "access-0")).toMatchObject({ accessToken: "fetched-access-1" });
  });

  it("may be an ID token, which is refreshed", async () => {
    const own = settingWith({ use: "id_token" });
    const { tokens, provider, refreshedWith } = await signedIn(tokenResponse({ idToken: "id-0" }), own);
    provider.responseParts = { idToken: "id-1" };
    expect(await tokens.replaceRejected(own, "id-0")).toMatchObject({ idToken: "id-1" });
    expect(refreshedWith).toEqual(["refresh-0"]);
  });
});

describe("there is no other token", () => {
  it("without a token", async () => {
    expect(await createTestStore().tokens.replaceRejected(setting, "access-0")).toBeUndefined();
  });

  it("without a refresh token", async () => {
    const { tokens } = await signedIn(tokenResponse({ refreshToken: undefined }));
    expect(await tokens.replaceRejected(setting, "access-0")).toBeUndefined();
  });

  it("for a pasted token, which is not replaced automatically", async () => {
    const own = settingWith({ grantType: "client_credentials" });
    const { tokens, fetched } = createTestStore();
    await tokens.savePasted(own, "pasted");
    expect(await tokens.replaceRejected(own, "pasted")).toBeUndefined();
    expect(fetched).toEqual([]);
  });

  it.each(["other", "invalid-grant"] as const)(
    "if the refresh fails (%s), and the record stays",
    async (kind) => {
      const { tokens, provider, secrets, refreshedWith } = await signedIn();
      provider.failure = kind;
      expect(await tokens.replaceRejected(setting, "access-0")).toBeUndefined();
      expect(secrets.state.values.get(tokenKey(setting))).toMatch(/access-0.*refresh-0/);
      expect(refreshedWith).toHaveLength(1);
    },
  );

  it("if the new token is not a Bearer token", async () => {
    const { tokens, provider } = await signedIn();
    provider.responseParts = { tokenType: "mac" };
    expect(await tokens.replaceRejected(setting, "access-0")).toBeUndefined();
  });
});

it("an outage of the provider rejects, and the record stays", async () => {
  const { tokens, provider, secrets } = await signedIn();
  provider.failure = "temporary";
  await expect(tokens.replaceRejected(setting, "access-0")).rejects.toMatchObject({
    code: "AUTH_UNREACHABLE",
  });
  expect(secrets.state.values.get(tokenKey(setting))).toMatch(/access-0.*refresh-0/);
});

it("a caller that cancels gets the reason, not undefined", async () => {
  const { tokens, provider } = await signedIn();
  provider.beforeResponse = () => new Promise(() => undefined);
  const controller = new AbortController();
  const waiting = tokens.replaceRejected(setting, "access-0", controller.signal);
  controller.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
});
