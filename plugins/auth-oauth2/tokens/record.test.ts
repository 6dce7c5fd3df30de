// From answers to records, to text, and back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { belongsTo, formatRecord, parseRecord, pasted, recordOf, refreshed } from "./record.js";
import { answerOf, settingOf, startMs } from "./tokens.test.support.js";

describe("the record of an answer", () => {
  it("holds what was answered, and which setting it belongs to", () => {
    const setting = settingOf({ issuer: "https://id.example" });
    const answer = answerOf({ idToken: "id", scope: "write read", notes: ["a note"] });
    expect(recordOf(setting, answer)).toEqual({
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
      source: "flow",
      notes: ["a note"],
    });
  });

  it.each<[string, string, string | undefined, readonly string[]]>([
    ["the same in another order", "a b", "b  a", []],
    ["none, which means as requested", "a b", undefined, []],
    ["less", "a b", "a", ["The token does not have the scope b."]],
    ["more", "a", "a c", ["The token has the scope c that was not asked for."]],
    [
      "another",
      "a",
      "c",
      ["The token does not have the scope a, and has the scope c that was not asked for."],
    ],
    ["one that the provider chose", "", "c", ["The provider chose the scope c."]],
    ["one with terminal escapes, which are not shown", "a", "a \u001b[31mred", []],
  ])("tells of a scope that is %s", (_situation, scopes, scope, notes) => {
    expect(recordOf(settingOf({ scopes }), answerOf({ scope })).notes).toEqual(notes);
  });
});

describe("the record after a refresh", () => {
  const setting = settingOf();
  const earlier = recordOf(setting, answerOf({ idToken: "id-0", scope: "read" }));

  it("has the new refresh token", () => {
    const next = refreshed(
      setting,
      earlier,
      answerOf({ accessToken: "access-1", refreshToken: "refresh-1" }),
    );
    expect(next).toMatchObject({ accessToken: "access-1", refreshToken: "refresh-1", source: "refresh" });
  });

  it("keeps what the answer does not renew", () => {
    const next = refreshed(setting, earlier, answerOf({ accessToken: "access-1", refreshToken: undefined }));
    expect(next).toMatchObject({ refreshToken: "refresh-0", idToken: "id-0", scope: "read" });
  });

  it("forgets that a refresh was refused once", () => {
    expect(refreshed(setting, { ...earlier, refreshFailed: true }, answerOf())).not.toHaveProperty(
      "refreshFailed",
    );
  });
});

describe("the text of a record", () => {
  it("is read as it was written", () => {
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

  const whole = JSON.parse(formatRecord(recordOf(settingOf(), answerOf()))) as Record<string, unknown>;

  it.each<[string, unknown]>([
    ["no JSON", undefined],
    ["no record", null],
    ["a list", [whole]],
    ["of a later version", { ...whole, version: 2 }],
    ["of no version", { ...whole, version: undefined }],
    ["without a token", { ...whole, accessToken: undefined }],
    ["with an empty token", { ...whole, accessToken: "" }],
    ["with a token that is no text", { ...whole, accessToken: { toString: 1 } }],
    ["without a time", { ...whole, obtainedAtMs: undefined }],
    ["with a time that is no number", { ...whole, expiresAtMs: "tomorrow" }],
    ["with a refresh token that is no text", { ...whole, refreshToken: 7 }],
    ["with notes that are no texts", { ...whole, notes: [7] }],
    ["of an unknown source", { ...whole, source: "elsewhere" }],
    ["of a token URL that is missing", { ...whole, tokenUrl: undefined }],
  ])("counts as none when it is damaged: %s", (_situation, value) => {
    expect(parseRecord(value === undefined ? '{"version":1,' : JSON.stringify(value))).toBeUndefined();
  });
});

describe("a record", () => {
  const setting = settingOf({ issuer: "https://id.example" });

  it.each([
    ["its own setting", setting, true],
    [
      "another token URL",
      settingOf({ issuer: "https://id.example", tokenUrl: "https://evil.example/t" }),
      false,
    ],
    ["another client", settingOf({ issuer: "https://id.example", clientId: "other" }), false],
    ["another issuer", settingOf({ issuer: "https://evil.example" }), false],
  ])("belongs to its setting only: %s", (_situation, asked, expected) => {
    expect(belongsTo(recordOf(setting, answerOf()), asked)).toBe(expected);
  });

  it("of a pasted token has neither an end nor a refresh token", () => {
    const record = pasted(setting, "pasted", startMs, ["a note"]);
    expect(record).toMatchObject({
      accessToken: "pasted",
      expiresAtMs: null,
      source: "manual",
      notes: ["a note"],
    });
    expect(record).not.toHaveProperty("refreshToken");
  });
});
