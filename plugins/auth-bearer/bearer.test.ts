// The header that a bearer setting becomes, what is reported, which settings are refused, and when a setting is complete.

import { outgoingRequest } from "@pictor/host/testing";
import { PictorError } from "@pictor/kernel/plugin";
import type { AuthSetting, HeaderPair, OutgoingRequest, Problem } from "@pictor/kernel/plugin";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBearer, status } from "./bearer.js";

const setting = (settings: AuthSetting["settings"]): AuthSetting => ({ type: "bearer", settings });
const request = (settings: AuthSetting["settings"], headers: readonly HeaderPair[] = []): OutgoingRequest =>
  outgoingRequest({ url: "https://example.org/a", headers, auth: setting(settings) });

function run(settings: AuthSetting["settings"]) {
  const problems: Problem[] = [];
  const { headers } = addBearer(request(settings), { report: (problem) => problems.push(problem) });
  return { headers, problems, codes: problems.map(({ code }) => code) };
}
const bearer = (value: string) => [["Authorization", value]];

describe("the header", () => {
  it.each([
    ["a token", { token: "mF_9.B5f-4.1JqM" }, "Bearer mF_9.B5f-4.1JqM"],
    ["a padded token", { token: "abc/+~==" }, "Bearer abc/+~=="],
    ["another prefix", { token: "abc", prefix: "Token" }, "Token abc"],
    ["a prefix that ends in a space", { token: "abc", prefix: "Token " }, "Token abc"],
    ["no prefix", { token: "abc", prefix: "" }, "abc"],
  ])("carries %s, and nothing is reported", (_situation, settings, value) => {
    expect(run(settings)).toMatchObject({ headers: bearer(value), codes: [] });
  });

  it.each([
    ["outer spaces", { token: "  abc\t" }, "Bearer abc"],
    ["a pasted line end", { token: "abc\r\n" }, "Bearer abc"],
    ["the word Bearer", { token: "Bearer abc" }, "Bearer abc"],
    ["the word in lower case", { token: " bearer   abc" }, "Bearer abc"],
    ["the word twice", { token: "Bearer Bearer abc" }, "Bearer abc"],
    ["the prefix of the setting", { token: "token abc", prefix: "Token" }, "Token abc"],
    ["the word Bearer beside another prefix", { token: "Bearer abc", prefix: "Token" }, "Token abc"],
    ["the word Bearer beside no prefix", { token: "Bearer abc", prefix: "" }, "abc"],
  ])("is written without %s, which is reported", (_situation, settings, value) => {
    expect(run(settings)).toMatchObject({ headers: bearer(value), codes: ["AUTH_TOKEN_CLEANED"] });
  });

  it.each([
    ["a space inside", "ab cd"],
    ["a character beyond ASCII", "abcé"],
    ["padding in the middle", "ab=cd"],
    ["quotes", '"abcd"'],
  ])("carries a token with %s, which is reported without the token", (_situation, token) => {
    const { headers, problems, codes } = run({ token });
    expect([headers, codes]).toEqual([bearer(`Bearer ${token}`), ["AUTH_TOKEN_UNUSUAL"]]);
    expect(JSON.stringify(problems)).not.toContain(token);
  });

  it("keeps a token that starts with the letters of the prefix", () => {
    expect(run({ token: "bearerabc" })).toMatchObject({ headers: bearer("Bearer bearerabc"), codes: [] });
  });

  it("never contains a control character or the prefix twice, whatever is pasted", () => {
    const pasted = fc.array(fc.oneof(fc.constantFrom("Bearer", "bearer ", " ", "\r\n", "\0"), fc.string()));
    const check = (parts: readonly string[]) => {
      try {
        const value = run({ token: parts.join("") }).headers[0]![1];
        expect(value).toMatch(/^Bearer \S[\x20-\xff]*$/);
        expect(value).not.toMatch(/^Bearer bearer( |$)/i);
      } catch (error) {
        if (!(error instanceof PictorError)) throw error;
      }
    };
    fc.assert(fc.property(pasted, check));
  });
});

describe("the error of an invalid setting names the field and never the value", () => {
  it.each([
    ["a line break", { token: "se\r\ncret" }, "bearer.token"],
    ["a lone line feed", { token: "se\ncret" }, "bearer.token"],
    ["a line break after the word", { token: "Bearer\nsecret" }, "bearer.token"],
    ["NUL", { token: "se\0cret" }, "bearer.token"],
    ["a tab", { token: "se\tcret" }, "bearer.token"],
    ["DEL", { token: "se\u007fcret" }, "bearer.token"],
    ["a control character of Latin-1", { token: "se\u0085cret" }, "bearer.token"],
    ["a soft hyphen", { token: "se\u00adcret" }, "bearer.token"],
    ["a zero-width space", { token: "se\u200bcret" }, "bearer.token"],
    ["a character beyond Latin-1", { token: "se€cret" }, "bearer.token"],
    ["a lone surrogate", { token: "se\ud83dcret" }, "bearer.token"],
    ["a value that is not a text", { token: { se: "cret" } }, "bearer.token"],
    ["a line break in the prefix", { token: "a", prefix: "se\ncret" }, "bearer.prefix"],
  ])("%s", (_situation, settings, where) => {
    const silent: unknown = expect.not.stringContaining("cret");
    expect(() => run(settings)).toThrow(
      expect.objectContaining({
        code: "AUTH_SETTING_INVALID",
        message: silent,
        details: { where, problem: silent },
      }),
    );
  });

  it.each([
    ["no token", {}],
    ["an empty token", { token: "" }],
    ["spaces", { token: " \n" }],
    ["the word alone", { token: "Bearer " }],
    ["neither token nor prefix", { token: "", prefix: "" }],
  ])("%s is not configured", (_situation, settings) => {
    const details: unknown = expect.objectContaining({ fields: "token" });
    expect(() => run(settings)).toThrow(expect.objectContaining({ code: "AUTH_NOT_CONFIGURED", details }));
  });
});

describe("the status", () => {
  it.each([
    ["an empty form", {}, { state: "missing", fields: ["token"] }],
    ["an empty token", { token: "" }, { state: "missing", fields: ["token"] }],
    ["a token", { token: "abc" }, { state: "ready" }],
    ["a token that is not resolved yet", { token: { $token: "studio" } }, { state: "ready" }],
  ])("of %s", (_situation, settings, expected) => {
    expect(status(setting(settings))).toEqual(expected);
  });
});
