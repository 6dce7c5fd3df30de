// The status of a setting: its state, the possible actions, and notes for the user.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { tokenResponse, settingWith, createTestStore, signedIn } from "../testing/token-store.js";

const hour = 3_600_000;
const setting = settingWith();

async function statusAfter(response: ReturnType<typeof tokenResponse>, ms = 0, checked = setting) {
  const { tokens, clock } = await signedIn(response, checked);
  await clock.advance(ms);
  return tokens.status(checked);
}

describe("the status", () => {
  const unfilled = settingWith({ authorizationUrl: "", tokenUrl: " " });

  it("names missing fields if there is no token, which can still be pasted", async () => {
    expect(await createTestStore().tokens.status(unfilled)).toMatchObject({
      state: "missing",
      fields: ["authorizationUrl", "tokenUrl"],
      actions: ["paste", "discover"],
    });
  });

  it("is ready with a token even if fields are missing", async () => {
    expect(await statusAfter(tokenResponse(), 0, unfilled)).toMatchObject({
      state: "ready",
      refreshable: false,
      actions: ["paste", "clear", "discover"],
    });
  });

  it("is signed out without a token", async () => {
    expect(await createTestStore().tokens.status(setting)).toEqual({
      state: "signed-out",
      actions: ["login", "paste", "discover"],
      notes: [],
    });
  });

  it("notes a token for earlier settings of the profile", async () => {
    const { tokens } = await signedIn(tokenResponse(), settingWith({ scopes: "old" }));
    expect(await tokens.status(setting)).toEqual({
      state: "signed-out",
      actions: ["login", "paste", "clear", "discover"],
      notes: [expect.stringContaining("earlier settings")],
    });
  });

  it("notes a token for another environment, which can be cleared", async () => {
    const { tokens } = await signedIn(tokenResponse(), settingWith({}, { environment: "staging" }));
    expect(await tokens.status(setting)).toMatchObject({
      state: "signed-out",
      actions: ["login", "paste", "clear", "discover"],
      notes: [expect.stringContaining("another environment")],
    });
  });

  it("does not note a token of a profile with the same name in another file", async () => {
    const { tokens } = await signedIn(tokenResponse(), settingWith({}, { file: "/home/a/pictor.json" }));
    for (const scopes of ["read write", "other"])
      expect(await tokens.status(settingWith({ scopes }, { file: "/home/b/pictor.json" }))).toMatchObject({
        state: "signed-out",
        notes: [],
      });
  });

  it.each<[string, Partial<Fields>, RegExp]>([
    ["text that is not a URL", { tokenUrl: "s3cret" }, /^tokenUrl .*absolute/],
    ["a file URL", { authorizationUrl: "file:///s3cret" }, /^authorizationUrl .*https/],
    ["a password in an endpoint", { tokenUrl: "https://u:s3cret@id.example/token" }, /^tokenUrl .*password/],
    [
      "a password in an optional endpoint",
      { revocationUrl: "https://u:s3cret@id.example/revoke" },
      /^revocationUrl .*password/,
    ],
    [
      "http to another machine",
      { grantType: "device_code", deviceAuthorizationUrl: "http://id.example/device" },
      /^deviceAuthorizationUrl .*http/,
    ],
  ])(
    "names an invalid field and its problem, and does not count it as missing: %s",
    async (_situation, changed, note) => {
      const status = await createTestStore().tokens.status(settingWith(changed));
      expect(status).toMatchObject({
        state: "missing",
        fields: [],
        actions: ["paste", "discover"],
        notes: [expect.stringMatching(note)],
      });
      expect(JSON.stringify(status)).not.toContain("s3cret");
    },
  );

  it("ignores an endpoint that the grant type does not use", async () => {
    const unused = settingWith({ grantType: "client_credentials", authorizationUrl: "nonsense" });
    expect(await createTestStore().tokens.status(unused)).toMatchObject({ state: "signed-out" });
  });

  it("does not note tokens of other inline settings", async () => {
    const { tokens } = await signedIn(
      tokenResponse(),
      settingWith({ scopes: "old" }, { profile: undefined }),
    );
    expect(await tokens.status(settingWith({}, { profile: undefined }))).toMatchObject({ notes: [] });
  });

  it("notes that client credentials need no login", async () => {
    const { tokens } = createTestStore();
    expect(await tokens.status(settingWith({ grantType: "client_credentials" }))).toMatchObject({
      state: "signed-out",
      notes: [expect.stringContaining("automatically")],
    });
  });

  it("is ready with a token and its expiry, up to the last millisecond", async () => {
    const expiresAtMs = tokenResponse().expiresAtMs;
    expect(await statusAfter(tokenResponse({ notes: ["a note"] }), hour - 1)).toEqual({
      state: "ready",
      expiresAtMs,
      refreshable: true,
      actions: ["login", "refresh", "paste", "clear", "discover"],
      notes: ["a note"],
    });
  });

  it("is expired afterwards, refreshable or not", async () => {
    expect(await statusAfter(tokenResponse(), hour)).toMatchObject({ state: "expired", refreshable: true });
    expect(await statusAfter(tokenResponse({ refreshToken: undefined }), hour)).toMatchObject({
      state: "expired",
      refreshable: false,
      actions: ["login", "paste", "clear", "discover"],
    });
  });

  it("stays ready without an expiry if the provider sent none", async () => {
    const status = await statusAfter(tokenResponse({ expiresAtMs: null }), 1000 * hour);
    expect(status).toMatchObject({ state: "ready" });
    expect(status).not.toHaveProperty("expiresAtMs");
  });

  it("notes why a token is not attached", async () => {
    expect(await statusAfter(tokenResponse({ tokenType: "mac" }))).toMatchObject({
      state: "signed-out",
      notes: [expect.stringMatching(/not attached.*"mac"/)],
    });
  });

  it("notes a rejected refresh token", async () => {
    const { tokens, provider, clock } = await signedIn();
    provider.failure = "invalid-grant";
    await clock.advance(hour - 1000);
    await tokens.current(setting);
    expect(await tokens.status(setting)).toMatchObject({
      state: "ready",
      refreshable: false,
      notes: [expect.stringContaining("sign in again")],
    });
  });

  it("is not ready with a token that an earlier secret of the client got", async () => {
    const own = { grantType: "client_credentials" } as const;
    const { tokens, fetched } = await signedIn(tokenResponse({ refreshToken: undefined }), settingWith(own));
    const changed = settingWith({ ...own, clientSecret: "another" });
    expect(await tokens.status(changed)).toMatchObject({
      state: "signed-out",
      notes: [expect.stringMatching(/changed after this token/)],
    });
    expect(await tokens.current(changed)).toMatchObject({ accessToken: "fetched-access-1" });
    expect(fetched).toEqual(["client_credentials"]);
    expect(await tokens.status(changed)).toMatchObject({ state: "ready", notes: [] });
  });

  it("stays ready after a user's sign-in when the client's secret changes, with a note", async () => {
    const { tokens } = await signedIn();
    expect(await tokens.status(settingWith({ clientSecret: "another" }))).toMatchObject({
      state: "ready",
      notes: [expect.stringMatching(/used for the next renewal/)],
    });
  });
});
