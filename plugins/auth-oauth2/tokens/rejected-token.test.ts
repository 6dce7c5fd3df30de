// After status 401: a record with another token than the rejected one, or none.

import type { Problem } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { refusedAt } from "./refused-token.js";
import { tokenKey } from "./token-key.js";
import {
  tokenResponse,
  settingWith,
  createTestStore,
  signedIn,
  type TestStore,
} from "../testing/token-store.js";

const setting = settingWith();

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

describe("a token that a server refused, and that nothing can replace,", () => {
  const refuse = async (store: TestStore, own = setting) => {
    const problems: Problem[] = [];
    const refused = refusedAt(own, "access-0", "https://api.example", (problem) => problems.push(problem));
    expect(await store.tokens.replaceRejected(own, "access-0", undefined, refused)).toBeUndefined();
    return problems;
  };

  it("is reported with the reason and the command, and has no check mark until the next sign-in", async () => {
    const store = await signedIn(tokenResponse({ refreshToken: undefined }));
    expect(await refuse(store)).toEqual([
      {
        code: "AUTH_ACTION_NEEDED",
        message: expect.stringMatching(
          /^https:\/\/api\.example refused the token of the profile studio \(status 401\): its token cannot be renewed/,
        ),
        hint: "Run `pictor auth login studio`.",
      },
    ]);
    expect(await store.tokens.status(setting)).toMatchObject({
      state: "expired",
      refused: true,
      notes: [expect.stringContaining("https://api.example refused the token")],
    });
    // It stays in use, because another server may accept it.
    expect(await store.tokens.current(setting)).toMatchObject({ accessToken: "access-0" });
    await store.tokens.save(setting, tokenResponse({ accessToken: "access-0" }));
    expect(await store.tokens.status(setting)).not.toHaveProperty("refused");
  });

  it("is reported with the provider's words if the refresh was refused", async () => {
    const store = await signedIn();
    store.provider.failure = "invalid-grant";
    const [problem] = await refuse(store);
    expect(problem?.message).toContain("no longer accepts its refresh token (It was revoked)");
  });

  it("is marked once", async () => {
    const store = await signedIn(tokenResponse({ refreshToken: undefined }));
    await refuse(store);
    store.secrets.state.calls.length = 0;
    await refuse(store);
    expect(store.secrets.state.calls.filter((call) => call.startsWith("set"))).toEqual([]);
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
