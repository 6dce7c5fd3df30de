// The status of a setting: its state, the possible actions, and notes for the user.

import { describe, expect, it } from "vitest";
import type { TokenResponse } from "../protocol/token-request.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { createTestStore, settingWith, signedIn, tokenResponse } from "../testing/token-store.js";

const hour = 3_600_000;
const setting = settingWith();
const unfilled = settingWith({ authorizationUrl: "", tokenUrl: " " });
const robot = settingWith({ grantType: "client_credentials" });
const inFile = (name: string) => settingWith({}, { file: `/home/${name}/pictor.json` });
const inline = (fields: Partial<Fields> = {}) => settingWith(fields, { profile: undefined });
const note = (text: string): unknown => [expect.stringContaining(text)];

interface Situation {
  /** The setting that a token is saved for; undefined for no token. */
  readonly saved?: OAuthSetting;
  readonly response?: Partial<TokenResponse>;
  /** How long ago it was saved. */
  readonly ageMs?: number;
}
async function statusOf(checked: OAuthSetting, { saved, response, ageMs = 0 }: Situation) {
  const { tokens, clock } = createTestStore();
  if (saved !== undefined) await tokens.save(saved, tokenResponse(response));
  await clock.advance(ageMs);
  return tokens.status(checked);
}

describe("the status", () => {
  const withToken = ["login", "paste", "clear", "discover"];
  it.each<[string, OAuthSetting, Situation, object]>([
    [
      "names missing fields if there is no token, which can still be pasted",
      unfilled,
      {},
      { state: "missing", fields: ["authorizationUrl", "tokenUrl"], actions: ["paste", "discover"] },
    ],
    [
      "is ready with a token even if fields are missing",
      unfilled,
      { saved: unfilled },
      { state: "ready", refreshable: false, actions: ["paste", "clear", "discover"] },
    ],
    [
      "is signed out without a token",
      setting,
      {},
      { state: "signed-out", actions: ["login", "paste", "discover"], notes: [] },
    ],
    [
      "notes a token for earlier settings of the profile",
      setting,
      { saved: settingWith({ scopes: "old" }) },
      { state: "signed-out", actions: withToken, notes: note("earlier settings") },
    ],
    [
      "notes a token for another environment, which can be cleared",
      setting,
      { saved: settingWith({}, { environment: "staging" }) },
      { state: "signed-out", actions: withToken, notes: note("another environment") },
    ],
    [
      "does not note a token of a profile with the same name in another file",
      inFile("b"),
      { saved: inFile("a") },
      { state: "signed-out", notes: [] },
    ],
    [
      "does not note tokens of other inline settings",
      inline(),
      { saved: inline({ scopes: "old" }) },
      { notes: [] },
    ],
    [
      "ignores an endpoint that the grant type does not use",
      settingWith({ grantType: "client_credentials", authorizationUrl: "nonsense" }),
      {},
      { state: "signed-out" },
    ],
    [
      "notes that client credentials need no login",
      robot,
      {},
      { state: "signed-out", notes: note("automatically") },
    ],
    [
      "is ready with a token and its expiry, up to the last millisecond",
      setting,
      { saved: setting, response: { notes: ["a note"] }, ageMs: hour - 1 },
      {
        state: "ready",
        expiresAtMs: tokenResponse().expiresAtMs,
        refreshable: true,
        actions: ["login", "refresh", "paste", "clear", "discover"],
        notes: ["a note"],
      },
    ],
    [
      "is expired afterwards",
      setting,
      { saved: setting, ageMs: hour },
      { state: "expired", refreshable: true },
    ],
    [
      "is expired without a refresh token",
      setting,
      { saved: setting, response: { refreshToken: undefined }, ageMs: hour },
      { state: "expired", refreshable: false, actions: withToken },
    ],
    [
      "notes why a token is not attached",
      setting,
      { saved: setting, response: { tokenType: "mac" } },
      { state: "signed-out", notes: [expect.stringMatching(/not attached.*"mac"/)] },
    ],
    [
      "stays ready after a user's sign-in when the client's secret changes, with a note",
      settingWith({ clientSecret: "another" }),
      { saved: setting },
      { state: "ready", notes: note("used for the next renewal") },
    ],
  ])("%s", async (_what, checked, situation, expected) => {
    expect(await statusOf(checked, situation)).toMatchObject(expected);
  });

  it("stays ready without an expiry if the provider sent none", async () => {
    const status = await statusOf(setting, {
      saved: setting,
      response: { expiresAtMs: null },
      ageMs: 1000 * hour,
    });
    expect(status).toMatchObject({ state: "ready" });
    expect(status).not.toHaveProperty("expiresAtMs");
  });

  it.each<[string, Partial<Fields>, RegExp]>([
    ["text that is not a URL", { tokenUrl: "s3cret" }, /^tokenUrl .*absolute/],
    ["a file URL", { authorizationUrl: "file:///s3cret" }, /^authorizationUrl .*https/],
    ["a password in an endpoint", { tokenUrl: "https://u:s3cret@id.example/token" }, /^tokenUrl .*password/],
    [
      "http to another machine",
      { grantType: "device_code", deviceAuthorizationUrl: "http://id.example/device" },
      /^deviceAuthorizationUrl .*http/,
    ],
  ])(
    "names an invalid field and its problem, and does not count it as missing: %s",
    async (_situation, changed, note) => {
      const status = await statusOf(settingWith(changed), {});
      expect(status).toMatchObject({
        state: "missing",
        fields: [],
        actions: ["paste", "discover"],
        notes: [expect.stringMatching(note)],
      });
      expect(JSON.stringify(status)).not.toContain("s3cret");
    },
  );

  it("notes a rejected refresh token, until the next login", async () => {
    const { tokens, provider, clock } = await signedIn();
    provider.failure = "invalid-grant";
    await clock.advance(hour - 1000);
    await tokens.current(setting);
    expect(await tokens.status(setting)).toMatchObject({
      state: "ready",
      refreshable: false,
      notes: [expect.stringContaining("sign in again")],
    });
    await tokens.save(setting, tokenResponse());
    expect(await tokens.status(setting)).toMatchObject({ refreshable: true });
  });

  it("is not ready with a token that an earlier secret of the client got", async () => {
    const { tokens, fetched } = await signedIn(tokenResponse({ refreshToken: undefined }), robot);
    const changed = settingWith({ grantType: "client_credentials", clientSecret: "another" });
    expect(await tokens.status(changed)).toMatchObject({
      state: "signed-out",
      notes: [expect.stringMatching(/changed after this token/)],
    });
    expect(await tokens.current(changed)).toMatchObject({ accessToken: "fetched-access-1" });
    expect(fetched).toEqual(["client_credentials"]);
    expect(await tokens.status(changed)).toMatchObject({ state: "ready", notes: [] });
  });
});
