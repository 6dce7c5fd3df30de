// What a person is told of a setting, and what there is to be done.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { answerOf, settingOf, workshop } from "./tokens.test.support.js";

const hour = 3_600_000;
const setting = settingOf();

async function after(answer: ReturnType<typeof answerOf>, ms = 0, its = setting) {
  const shop = workshop();
  await shop.tokens.store(its, answer);
  await shop.clock.advance(ms);
  return shop.tokens.status(its);
}

describe("the status", () => {
  const unfilled = settingOf({ authorizationUrl: "", tokenUrl: " " });

  it("names missing fields while there is no token; one can be pasted all the same", async () => {
    expect(await workshop().tokens.status(unfilled)).toMatchObject({
      state: "missing",
      fields: ["authorizationUrl", "tokenUrl"],
      actions: ["paste", "discover"],
    });
  });

  it("is ready with a token, whatever is missing for another one", async () => {
    expect(await after(answerOf(), 0, unfilled)).toMatchObject({
      state: "ready",
      refreshable: false,
      actions: ["paste", "clear", "discover"],
    });
  });

  it("is signed out without a token", async () => {
    expect(await workshop().tokens.status(setting)).toEqual({
      state: "signed-out",
      actions: ["login", "paste", "discover"],
      notes: [],
    });
  });

  it("tells of a token for earlier settings of the profile", async () => {
    const { tokens } = workshop();
    await tokens.store(settingOf({ scopes: "old" }), answerOf());
    expect(await tokens.status(setting)).toEqual({
      state: "signed-out",
      actions: ["login", "paste", "clear", "discover"],
      notes: ["There is a token for earlier settings of this profile; it is not used."],
    });
  });

  it("tells of a token for another environment, which clearing forgets", async () => {
    const { tokens } = workshop();
    await tokens.store(settingOf({}, { environment: "staging" }), answerOf());
    expect(await tokens.status(setting)).toMatchObject({
      state: "signed-out",
      actions: ["login", "paste", "clear", "discover"],
      notes: ["There is a token for another environment of this profile; it is not used."],
    });
  });

  it("tells nothing of the same name in another project", async () => {
    const { tokens } = workshop();
    await tokens.store(settingOf({}, { file: "/home/a/pictor.json" }), answerOf());
    for (const scopes of ["read write", "other"])
      expect(await tokens.status(settingOf({ scopes }, { file: "/home/b/pictor.json" }))).toMatchObject({
        state: "signed-out",
        notes: [],
      });
  });

  it.each<[string, Partial<Fields>, string]>([
    ["no address", { tokenUrl: "s3cret" }, "tokenUrl is not an absolute address."],
    ["no web address", { authorizationUrl: "file:///s3cret" }, "authorizationUrl is not a web address."],
    [
      "a password in it",
      { tokenUrl: "https://u:s3cret@id.example/token" },
      "tokenUrl carries a user name or password.",
    ],
    [
      "a password in an address that is optional",
      { revocationUrl: "https://u:s3cret@id.example/revoke" },
      "revocationUrl carries a user name or password.",
    ],
    [
      "http to another machine",
      { grantType: "device_code", deviceAuthorizationUrl: "http://id.example/device" },
      "deviceAuthorizationUrl uses http for another machine.",
    ],
  ])("names a field that cannot be used, and why: %s", async (_situation, changed, note) => {
    const status = await workshop().tokens.status(settingOf(changed));
    expect(status).toMatchObject({ state: "missing", fields: Object.keys(changed).slice(-1), notes: [note] });
    expect(JSON.stringify(status)).not.toContain("s3cret");
  });

  it("does not look at an address that the grant does not use", async () => {
    const its = settingOf({ grantType: "client_credentials", authorizationUrl: "nonsense" });
    expect(await workshop().tokens.status(its)).toMatchObject({ state: "signed-out" });
  });

  it("tells nothing of other inline settings: they have nothing in common", async () => {
    const { tokens } = workshop();
    await tokens.store(settingOf({ scopes: "old" }, { profile: undefined }), answerOf());
    expect(await tokens.status(settingOf({}, { profile: undefined }))).toMatchObject({ notes: [] });
  });

  it("tells that client credentials need no login", async () => {
    const { tokens } = workshop();
    expect(await tokens.status(settingOf({ grantType: "client_credentials" }))).toMatchObject({
      state: "signed-out",
      notes: ["The first request gets a token by itself."],
    });
  });

  it("is ready with a token, and shows its true end to the last moment", async () => {
    const expiresAtMs = answerOf().expiresAtMs;
    expect(await after(answerOf({ notes: ["a note"] }), hour - 1)).toEqual({
      state: "ready",
      expiresAtMs,
      refreshable: true,
      actions: ["login", "refresh", "paste", "clear", "discover"],
      notes: ["a note"],
    });
  });

  it("is expired afterwards, refreshable or not", async () => {
    expect(await after(answerOf(), hour)).toMatchObject({ state: "expired", refreshable: true });
    expect(await after(answerOf({ refreshToken: undefined }), hour)).toMatchObject({
      state: "expired",
      refreshable: false,
      actions: ["login", "paste", "clear", "discover"],
    });
  });

  it("is ready for ever, without an end, when the server named none", async () => {
    const status = await after(answerOf({ expiresAtMs: null }), 1000 * hour);
    expect(status).toMatchObject({ state: "ready" });
    expect(status).not.toHaveProperty("expiresAtMs");
  });

  it("is expired at once with a life of no time", async () => {
    expect(await after(answerOf({ expiresAtMs: answerOf().requestedAtMs }))).toMatchObject({
      state: "expired",
    });
  });

  it("explains a token that is kept and not attached", async () => {
    expect(await after(answerOf({ tokenType: "mac" }))).toMatchObject({
      state: "signed-out",
      notes: [
        'The token is kept and not attached: its type is "mac", and only Bearer tokens can be attached.',
      ],
    });
  });

  it("tells of a refresh that was refused", async () => {
    const { tokens, provider, clock } = workshop();
    await tokens.store(setting, answerOf());
    provider.failure = "invalid-grant";
    await clock.advance(hour - 1000);
    await tokens.current(setting);
    expect(await tokens.status(setting)).toMatchObject({
      state: "ready",
      refreshable: false,
      notes: [expect.stringContaining("sign in again before the token expires")],
    });
  });

  it("tells of less scope than was asked for", async () => {
    expect(await after(answerOf({ scope: "read" }))).toMatchObject({
      notes: ["The token does not have the scope write."],
    });
  });
});
