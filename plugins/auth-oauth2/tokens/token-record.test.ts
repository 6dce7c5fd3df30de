// Token records: from a response, as text, and read back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TokenResponse } from "../protocol/token-request.js";
import type { Fields } from "../setting.js";
import { belongsTo, formatRecord, parseRecord, recordOf, recordOfPasted } from "./token-record.js";
import { tokenResponse, settingWith, startMs } from "../testing/token-store.js";

describe("the record of a token response", () => {
  it("contains the response and the setting that it belongs to", () => {
    const setting = settingWith({ issuer: "https://id.example" });
    const response = tokenResponse({ idToken: "id", scope: "write read", notes: ["a note"] });
    expect(recordOf(setting, response)).toEqual({
      accessToken: "access-0",
      tokenType: "Bearer",
      scope: "write read",
      requestedScope: "read write",
      obtainedAtMs: startMs,
      expiresAtMs: startMs + 3_600_000,
      refreshToken: "refresh-0",
      idToken: "id",
      issuer: "https://id.example",
      tokenUrl: "https://id.example/token",
      clientId: "pictor",
      secretHash: expect.stringMatching(/^[\w-]{43}$/),
      source: "flow",
      notes: ["a note"],
    });
  });

  it.each<[string, string, readonly unknown[]]>([
    ["fewer scopes", "a", [expect.stringMatching(/does not have .*\bb\b/)]],
    ["a scope with terminal escapes, which is not shown", "a b \u001b[31mred", []],
  ])("notes the difference for %s", (_situation, scope, notes) => {
    expect(recordOf(settingWith({ scopes: "a b" }), tokenResponse({ scope })).notes).toEqual(notes);
  });
});

describe("the record of a refresh", () => {
  const setting = settingWith();
  const previous = recordOf(setting, tokenResponse({ idToken: "id-0", scope: "read" }));

  it("has the new tokens, and keeps what the response does not contain", () => {
    const response = { accessToken: "access-1", refreshToken: "refresh-1" };
    const kept = { idToken: "id-0", scope: "read", source: "refresh" };
    expect(recordOf(setting, tokenResponse(response), previous)).toMatchObject({ ...response, ...kept });
    const next = recordOf(setting, tokenResponse({ refreshToken: undefined }), previous);
    expect(next).toMatchObject({ refreshToken: "refresh-0" });
  });

  it("no longer has the mark of a rejected refresh token", () => {
    expect(recordOf(setting, tokenResponse(), { ...previous, refreshFailed: true })).not.toHaveProperty(
      "refreshFailed",
    );
  });
});

describe("the text of a record", () => {
  it("can be read back", () => {
    const text = fc.string();
    const optional = { requiredKeys: [] };
    const parts = fc.record({ scope: text, refreshToken: text, idToken: text, issuer: text }, optional);
    const any = fc.record({
      accessToken: fc.string({ minLength: 1 }),
      tokenType: text,
      requestedScope: text,
      obtainedAtMs: fc.integer(),
      expiresAtMs: fc.option(fc.integer(), { nil: null }),
      tokenUrl: text,
      clientId: text,
      source: fc.constantFrom("flow" as const, "manual" as const, "refresh" as const),
      notes: fc.array(text),
    });
    const mark = fc.constantFrom({}, { refreshFailed: true as const });
    fc.assert(
      fc.property(any, parts, mark, (needed, some, refused) => {
        const record = { ...needed, ...some, ...refused };
        expect(parseRecord(formatRecord(record))).toEqual(record);
      }),
    );
  });

  const whole = JSON.parse(formatRecord(recordOf(settingWith(), tokenResponse()))) as Record<string, unknown>;

  it.each<[string, unknown]>([
    ["no JSON", undefined],
    ["null", null],
    ["a list", [whole]],
    ["of a later version", { ...whole, version: 2 }],
    ["without a version", { ...whole, version: undefined }],
    ["without a token", { ...whole, accessToken: undefined }],
    ["with an empty token", { ...whole, accessToken: "" }],
    ["with a token that is not a text", { ...whole, accessToken: { toString: 1 } }],
    ["without a time", { ...whole, obtainedAtMs: undefined }],
    ["with a time that is not a number", { ...whole, expiresAtMs: "tomorrow" }],
    ["with a refresh token that is not a text", { ...whole, refreshToken: 7 }],
    ["with notes that are not texts", { ...whole, notes: [7] }],
    ["of an unknown source", { ...whole, source: "elsewhere" }],
    ["without a token URL", { ...whole, tokenUrl: undefined }],
  ])("is not a record if it is damaged: %s", (_situation, value) => {
    expect(parseRecord(value === undefined ? '{"version":1,' : JSON.stringify(value))).toBeUndefined();
  });
});

describe("a record", () => {
  const issuer = "https://id.example";
  const setting = settingWith({ issuer });

  it.each<[string, Partial<Fields>, boolean]>([
    ["its own setting", {}, true],
    ["another token URL", { tokenUrl: "https://evil.example/t" }, false],
    ["another client", { clientId: "other" }, false],
    ["another issuer", { issuer: "https://evil.example" }, false],
  ])("belongs to its own setting only: %s", (_situation, changed, expected) => {
    expect(belongsTo(recordOf(setting, tokenResponse()), settingWith({ issuer, ...changed }))).toBe(expected);
  });

  const consent = [{ name: "prompt", value: "login consent" }];
  it.each<[string, Partial<Fields>, Partial<TokenResponse>, boolean]>([
    ["without a refresh token", {}, {}, true],
    ["with a refresh token", {}, { refreshToken: "r" }, false],
    ["after the user was asked for consent", { authorizationParameters: consent }, {}, false],
    ["of client credentials", { grantType: "client_credentials" }, {}, false],
    ["that was requested without offline_access", { scopes: "openid" }, {}, false],
  ])("%s notes how to get a refresh token, if one was expected", (_situation, fields, parts, expected) => {
    const own = settingWith({ scopes: "openid offline_access", ...fields });
    const { notes } = recordOf(own, tokenResponse({ refreshToken: undefined, ...parts }));
    expect(notes.join().includes("prompt=consent")).toBe(expected);
  });

  it("of a pasted token has neither an expiry nor a refresh token", () => {
    const record = recordOfPasted(setting, "pasted", startMs, ["a note"]);
    expect(record).toMatchObject({
      accessToken: "pasted",
      expiresAtMs: null,
      source: "manual",
      notes: ["a note"],
    });
    expect(record).not.toHaveProperty("refreshToken");
  });
});
